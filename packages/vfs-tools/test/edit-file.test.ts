import { createMemoryStorage } from "@x/vfs-memory";
import { describe, expect, test } from "vitest";
import { bytesOf, codeOf, textOf, toolsOver } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";

const path = "a.txt";

async function edit(content: string, args: object, options = {}) {
  const storage = createMemoryStorage({ files: { [path]: content } });
  const outcome = await toolsOver(storage, options)("edit_file", { path, ...args });
  return { outcome, after: await textOf(storage, path) };
}

describe("edit_file", () => {
  test("says what was replaced, and where", async () => {
    const { outcome } = await edit("one\ntwo\nthree\n", { old_string: "three", new_string: "3\n4" });
    expect(outcome.content).toEqual({ path, replacements: 1, size: 12, line: 3 });
    expect(outcome.result?.display).toBe("--- a.txt\n+++ a.txt\n@@ -1,3 +1,4 @@\n one\n two\n-three\n+3\n+4\n");
  });

  test.each([
    ["a\nb\na\n", { old_string: "a", new_string: "x\ny", replace_all: true }, { replacements: 2, line: 1, size: 10 }],
    ["a\r\nb\r\n", { old_string: "\nb", new_string: "" }, { replacements: 1, line: 1, size: 3 }],
    ["\uFEFFa\nb\n", { old_string: "b", new_string: "" }, { replacements: 1, line: 2, size: 6 }],
    ["aaaa", { old_string: "aa", new_string: "b", replace_all: true }, { replacements: 2, line: 1, size: 2 }],
    ["aab", { old_string: "ab", new_string: "é", replace_all: null }, { replacements: 1, line: 1, size: 3 }],
  ])("%j with %j", async (content, args, expected) => {
    expect((await edit(content, args)).outcome.content).toEqual({ path, ...expected });
  });

  test("the content type stays", async () => {
    const storage = createMemoryStorage();
    await storage.writeFile(path, Buffer.from("a"), "text/x-custom");
    await toolsOver(storage)("edit_file", { path, old_string: "a", new_string: "b" });
    expect((await storage.readFile(path)).metadata.contentType).toBe("text/x-custom");
  });

  test("the maximum size is kept, and told before anything of that size is made", async () => {
    const grow = { old_string: "a", new_string: "b".repeat(100_000), replace_all: true };
    const { outcome, after } = await edit("a".repeat(100_000), grow, { maximumFileBytes: 200_000 });
    expect(codeOf(outcome)).toBe("VFS_FILE_TOO_LARGE");
    expect(outcome.text).toContain("200000 bytes");
    expect(after).toBe("a".repeat(100_000));
    const fits = { old_string: "a", new_string: "bb" };
    expect((await edit("a", fits, { maximumFileBytes: 2 })).outcome.isError).toBe(false);
    expect(codeOf((await edit("a", fits, { maximumFileBytes: 1 })).outcome)).toBe("VFS_FILE_TOO_LARGE");
  });

  test("a file over the maximum may be edited, but not grow", async () => {
    const shrink = { old_string: "12345", new_string: "1" };
    expect((await edit("1234567890", shrink, { maximumFileBytes: 3 })).after).toBe("167890");
    const grow = { old_string: "1", new_string: "11" };
    expect(codeOf((await edit("1234567890", grow, { maximumFileBytes: 3 })).outcome)).toBe("VFS_FILE_TOO_LARGE");
  });

  test("a file that is too large to load is refused unread", async () => {
    const metadata = { path, contentType: "text/plain", size: 5 * 1024 ** 3 };
    const storage = {
      ...plainStorage({}, { stat: async () => metadata }),
      readFile: () => Promise.reject(new Error("it was read")),
    };
    const outcome = await toolsOver(storage)("edit_file", { path, old_string: "a", new_string: "b" });
    expect(codeOf(outcome)).toBe("VFS_FILE_TOO_LARGE");
  });

  test("policy comes before the store", async () => {
    const storage = createMemoryStorage({ files: { ".env": "a", "a.txt": "a" } });
    const args = { old_string: "a", new_string: "b" };
    const hidden = toolsOver(storage, { hideHiddenPaths: true });
    expect(codeOf(await hidden("edit_file", { path: ".env", ...args }))).toBe("VFS_PATH_INVALID");
    expect(codeOf(await hidden("multi_edit", { path: ".env", edits: [args] }))).toBe("VFS_PATH_INVALID");
    const markdown = toolsOver(storage, { allowedExtensions: ["md"] });
    expect(codeOf(await markdown("edit_file", { path, ...args }))).toBe("VFS_PATH_INVALID");
    expect(codeOf(await markdown("edit_file", { ...args, path: "../a.md" }))).toBe("VFS_PATH_INVALID");
    expect((await bytesOf(storage, path)).toString()).toBe("a");
  });

  test("errors stay short and well formed, whatever is sought", async () => {
    const half = "😀".repeat(50_000);
    for (const sought of [half, `${half} x`, `x${half}`, "x".repeat(1_000_000), "\n".repeat(100_000)]) {
      const { outcome } = await edit(`${"😀".repeat(60)}x${"😀".repeat(60)}\n`, { old_string: sought, new_string: "" });
      expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
      expect(outcome.error?.message.length).toBeLessThan(1_000);
      expect(outcome.error?.message.isWellFormed()).toBe(true);
    }
  });
});
