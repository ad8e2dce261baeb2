import { createMemoryStorage } from "@x/vfs-memory";
import { describe, expect, test } from "vitest";
import { bytesOf, codeOf, toolsOver } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";

const path = "app.log";
const mebibyte = 1024 * 1024;
const largest = 8 * mebibyte;

/** Runs a call whose signal aborts as soon as the event loop turns. */
async function abortedAtFirstTurn(content: string, name: string, args: object): Promise<string | undefined> {
  const storage = createMemoryStorage({ files: { [path]: content } });
  const abort = new AbortController();
  setImmediate(() => abort.abort());
  const outcome = await toolsOver(storage)(name, { path, ...args }, { signal: abort.signal });
  expect((await bytesOf(storage, path)).length).toBe(content.length);
  return codeOf(outcome);
}

describe("a file with millions of matches", () => {
  test("is edited without a record of each", async () => {
    const storage = createMemoryStorage({ files: { [path]: "0 ".repeat(mebibyte) } });
    const outcome = await toolsOver(storage)("edit_file", {
      path,
      old_string: "0",
      new_string: "1",
      replace_all: true,
    });
    expect(outcome.content).toMatchObject({ replacements: mebibyte, size: 2 * mebibyte });
    expect((await bytesOf(storage, path)).equals(Buffer.from("1 ".repeat(mebibyte)))).toBe(true);
  });

  test.each([
    ["byte for byte", "0 ".repeat(mebibyte / 2), { old_string: "0", new_string: "1", replace_all: true }],
    ["across line endings", "a\r\n".repeat(mebibyte / 2), { old_string: "a\n", new_string: "b\n", replace_all: true }],
    ["without a match", "a".repeat(6 * mebibyte), { old_string: `${"a".repeat(99)}b`, new_string: "" }],
  ])("hears its signal: %s", async (_, content, edit) => {
    expect(await abortedAtFirstTurn(content, "edit_file", edit)).toBe("TOOL_ABORTED");
    expect(await abortedAtFirstTurn(content, "multi_edit", { edits: [edit] })).toBe("TOOL_ABORTED");
  });
});

describe("a file too large to edit", () => {
  const edit = { path, old_string: "a", new_string: "b" };
  const calls: [string, object][] = [
    ["edit_file", edit],
    ["multi_edit", { path, edits: [edit] }],
  ];
  const unread = { readFile: () => expect.unreachable("it was read") };
  const listed = (size: number) => async () => [{ path, contentType: "text/plain", size }];

  test.each(calls)("%s refuses it unread, by stat or by the listing", async (name, args) => {
    const stat = async () => ({ path, contentType: "text/plain", size: largest + 1 });
    for (const storage of [
      { ...plainStorage({}, { stat }), ...unread },
      { ...plainStorage(), listFiles: listed(largest + 1), ...unread },
    ]) {
      const outcome = await toolsOver(storage)(name, args);
      expect(codeOf(outcome)).toBe("VFS_FILE_TOO_LARGE");
      expect(outcome.text).toContain("more than 8388608");
    }
  });

  test.each(calls)("%s refuses it once read, where it is larger than was told", async (name, args) => {
    const storage = plainStorage({ [path]: new Uint8Array(largest + 1).fill(97) });
    expect(codeOf(await toolsOver({ ...storage, listFiles: listed(1) })(name, args))).toBe("VFS_FILE_TOO_LARGE");
    expect(codeOf(await toolsOver({ ...storage, listFiles: async () => [] })(name, args))).toBe("VFS_FILE_TOO_LARGE");
  });

  test("is one past maximumFileBytes where that is more", async () => {
    const storage = plainStorage({ [path]: `a${"-".repeat(largest)}` });
    expect((await toolsOver(storage, { maximumFileBytes: largest + 1 })("edit_file", edit)).isError).toBe(false);
  });
});

test("a store without stat: read_file and write_file do not load a huge file either", async () => {
  const listFiles = async () => [{ path, contentType: "text/plain", size: 70 * mebibyte }];
  const written: string[] = [];
  const storage = {
    ...plainStorage(),
    listFiles,
    readFile: () => expect.unreachable("it was read"),
    writeFile: async (to: string) => void written.push(to),
  };
  expect(codeOf(await toolsOver(storage)("read_file", { path }))).toBe("VFS_FILE_TOO_LARGE");
  const outcome = await toolsOver(storage)("write_file", { path, content: "a" });
  expect(outcome.result?.display).toBe("wrote app.log, 1 bytes");
  expect(written).toEqual([path]);
});

test("multi_edit takes 1,000 edits", async () => {
  const edits = Array.from({ length: 1_001 }, (_, index) => ({ old_string: ` ${index};`, new_string: ` ${index},` }));
  const call = toolsOver(plainStorage({ [path]: edits.map((edit) => edit.old_string).join("") }));
  const outcome = await call("multi_edit", { path, edits });
  expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
  expect(outcome.text).toContain('argument "edits" must hold at most 1000 edits, got 1001');
  expect((await call("multi_edit", { path, edits: edits.slice(1) })).content).toMatchObject({ replacements: 1_000 });
});
