import { VfsError, withPathLock } from "@x/vfs";
import { describe, expect, test } from "vitest";
import { writeFileTool } from "../src/tools/write-file.js";
import { bytesOf, codeOf, textOf, toolsOver } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";
import { contextOver, runHandler } from "./support/run-handler.js";
import { storages } from "./support/storages.js";

describe.each(storages)("write_file on $name", ({ create }) => {
  test.each(["", "text", "a\r\nb\rc\n", "\uFEFFmark", "漢😀\u0000\u2028", "$& <b>&amp;\\n"])(
    "stores %j exactly as sent",
    async (content) => {
      const storage = await create();
      const outcome = await toolsOver(storage)("write_file", { path: "a/b.md", content });
      expect(outcome.content).toEqual({
        path: "a/b.md",
        size: Buffer.byteLength(content),
        content_type: "text/markdown",
      });
      expect((await bytesOf(storage, "a/b.md")).equals(Buffer.from(content))).toBe(true);
    },
  );

  test("replaces all of a file and shows people what changed", async () => {
    const storage = await create({ "a.txt": "one\ntwo\nthree\n" });
    const outcome = await toolsOver(storage)("write_file", { path: "a.txt", content: "one\n2\nthree\n" });
    expect(await textOf(storage, "a.txt")).toBe("one\n2\nthree\n");
    expect(outcome.result?.display).toContain("-two\n+2\n");
  });
});

describe("write_file", () => {
  test.each([
    ["a.ts", undefined, "text/typescript"],
    ["a.md", undefined, "text/markdown"],
    ["a.json", undefined, "application/json"],
    ["a.unknown-extension", undefined, "text/markdown"],
    ["Makefile", undefined, "text/plain"],
    ["notes", undefined, "text/markdown"],
    ["notes", null, "text/markdown"],
    ["a.ts", "text/plain", "text/plain"],
    ["a.ts", "text/html; charset=utf-8", "text/html; charset=utf-8"],
  ])("the type of %s, given %s, is %s", async (path, given, expected) => {
    const storage = plainStorage();
    const outcome = await toolsOver(storage)("write_file", { path, content: "x", content_type: given });
    expect(outcome.content).toMatchObject({ content_type: expected });
    expect((await storage.readFile(path)).metadata.contentType).toBe(expected);
  });

  test.each(["", "text", "text/", "a b/c", "text/plain\r\nX: y", `text/${"x".repeat(500)}`, "text/plain; a=b; \u0000"])(
    "content_type %j is an argument error",
    async (content_type) => {
      const outcome = await toolsOver(plainStorage())("write_file", { path: "a", content: "", content_type });
      expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
      expect(outcome.text).toContain('"content_type"');
    },
  );

  test.each([
    [{ path: "a", content: { a: 1 } }, /"content" must be a string, got object/],
    [{ path: "a" }, /"content" is required/],
    [{ path: "a", content: "x\uD800" }, /"content"/],
  ])("A1: %j writes nothing", async (args, message) => {
    const storage = plainStorage();
    const outcome = await toolsOver(storage)("write_file", args);
    expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
    expect(outcome.text).toMatch(message);
    expect(await storage.listFiles()).toEqual([]);
  });

  test("an unpaired surrogate is an argument error without a registry too", async () => {
    const tool = writeFileTool(contextOver(plainStorage()));
    await expect(runHandler(tool, { path: "a", content: "x\uD800" })).rejects.toMatchObject({
      code: "TOOL_INVALID_ARGUMENTS",
    });
  });

  test.each([
    ["漢字漢字", 12, true],
    ["漢字漢字", 11, false],
    ["", 0, true],
  ])("%j where %i bytes are allowed: %s", async (content, maximumFileBytes, allowed) => {
    const storage = plainStorage({ a: "before" });
    const outcome = await toolsOver(storage, { maximumFileBytes })("write_file", { path: "a", content });
    expect(codeOf(outcome)).toBe(allowed ? undefined : "VFS_FILE_TOO_LARGE");
    expect(await textOf(storage, "a")).toBe(allowed ? content : "before");
  });

  test.each([
    ["is binary", async () => ({ content: Uint8Array.of(0, 1), metadata: { path: "a", contentType: "", size: 2 } })],
    [
      "cannot be read",
      async () => {
        throw new VfsError("VFS_UNAVAILABLE", "no");
      },
    ],
  ])("what is there needs no diff when it %s", async (_, readFile) => {
    let written = false;
    const storage = {
      ...plainStorage(),
      readFile,
      writeFile: async () => {
        written = true;
      },
    };
    const outcome = await toolsOver(storage)("write_file", { path: "a", content: "new" });
    expect(outcome.result?.display).toBe("wrote a, 3 bytes");
    expect(written).toBe(true);
  });

  test("a file too large to be compared is not read", async () => {
    const stat = async (path: string) => ({ path, contentType: "text/plain", size: 1e12 });
    const storage = { ...plainStorage({}, { stat }), readFile: () => expect.unreachable() };
    expect((await toolsOver(storage)("write_file", { path: "a", content: "" })).isError).toBe(false);
  });

  test("waits for whoever holds the file, and writes nothing when its call was aborted meanwhile", async () => {
    const storage = plainStorage({ a: "before" });
    const abort = new AbortController();
    let outcome: Promise<unknown> | undefined;
    await withPathLock(storage, ["a"], async () => {
      outcome = toolsOver(storage)("write_file", { path: "a", content: "after" }, { signal: abort.signal });
      await new Promise(setImmediate);
      expect(await textOf(storage, "a")).toBe("before");
      abort.abort();
    });
    await outcome;
    await withPathLock(storage, ["a"], () => undefined);
    expect(await textOf(storage, "a")).toBe("before");
  });
});
