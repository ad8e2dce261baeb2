import type { Storage } from "@x/vfs";
import { describe, expect, test } from "vitest";
import { bytesOf, codeOf, textBytes, textOf, toolsOver } from "./support/call-tool.js";
import { storages } from "./support/storages.js";

const path = "dir/a.txt";

type Strings = readonly [oldString: string, newString: string, replaceAll?: boolean];

describe.each(storages)("editing on $name", ({ create }) => {
  async function edit(content: string | Uint8Array, [oldString, newString, replaceAll]: Strings) {
    const storage = await create({ [path]: content });
    const args = { path, old_string: oldString, new_string: newString, replace_all: replaceAll };
    const outcome = await toolsOver(storage)("edit_file", args);
    return { outcome, storage, after: await bytesOf(storage, path) };
  }

  async function expectEdit(content: string | Uint8Array, strings: Strings, expected: string | Uint8Array) {
    const { outcome, after } = await edit(content, strings);
    expect(outcome.isError, outcome.text).toBe(false);
    expect(after.toString("latin1")).toBe(Buffer.from(expected as string).toString("latin1"));
    return outcome;
  }

  async function expectRefusal(content: string, strings: Strings, message: RegExp, code = "TOOL_INVALID_ARGUMENTS") {
    const { outcome, after } = await edit(content, strings);
    expect(codeOf(outcome)).toBe(code);
    expect(outcome.text).toMatch(message);
    expect(after.toString()).toBe(content);
    return outcome;
  }

  const lines = (numbers: readonly number[], ending = "\n") => numbers.map((n) => `line ${n}${ending}`).join("");

  test.each<[string, string, Strings, string]>([
    ["E1", 'log("done");\n', ['log("done");', 'log("$& $1 $$ $\' $`");'], 'log("$& $1 $$ $\' $`");\n'],
    ["E1 twin: with replace_all", "a a\n", ["a", "$&$1\\1\\0", true], "$&$1\\1\\0 $&$1\\1\\0\n"],
    ["E1 twin: the old string is no pattern", "a.c abc\n", ["a.c", "[x]"], "[x] abc\n"],
    ["E2", "a\r\nb\r\nc\r\n", ["b", "B"], "a\r\nB\r\nc\r\n"],
    ["E2 twin: the last line, without an ending", "a\r\nb", ["b", "B"], "a\r\nB"],
    ["E2 twin: a lone \\r", "a\rb\rc", ["b", "B"], "a\rB\rc"],
    ["E3", "a\r\nb\r\nc\r\n", ["a\nb", "x\ny\nz"], "x\r\ny\r\nz\r\nc\r\n"],
    ["E3 twin: fewer lines", "a\r\nb\r\nc\r\n", ["a\nb\nc", "x"], "x\r\n"],
    ["E3 twin: from a line's end", "a\r\nb\r\nc\r\n", ["\nb", ""], "a\r\nc\r\n"],
    ["E3 twin: explicit \\r\\n in both", "a\r\nb\r\nc\r\n", ["a\r\nb", "x\r\ny"], "x\r\ny\r\nc\r\n"],
    ["E3 twin: both kinds in one string", "a\r\nb\r\nc\r\n", ["a\r\nb\nc", "x\ny"], "x\r\ny\r\n"],
    ["E3 twin: a file with both", "a\nb\r\nc\r\nd\n", ["b\nc", "x\ny"], "a\nx\r\ny\r\nd\n"],
    ["E4", "foo\r\nbar\r\n", ["foo", "foo\nnew"], "foo\r\nnew\r\nbar\r\n"],
    ["E4 twin: everywhere", "a\r\nb\r\na\r\n", ["a", "a\n1", true], "a\r\n1\r\nb\r\na\r\n1\r\n"],
    ["E4 twin: at the end of the file", "foo\r\nbar", ["bar", "bar\nnew\n"], "foo\r\nbar\r\nnew\r\n"],
    ["E5", "\uFEFFhi\n", ["hi", "ho"], "\uFEFFho\n"],
    ["E5 twin: all of the text", "\uFEFFhi", ["hi", ""], "\uFEFF"],
    ["E5 twin: with \\r\\n", "\uFEFFa\r\nb\r\n", ["a\nb", "c\nd"], "\uFEFFc\r\nd\r\n"],
    ["E11", "a\nb", ["b", "c"], "a\nc"],
    ["E11 twin: a final newline stays", "a\nb\n", ["b", "c"], "a\nc\n"],
    ["E11 twin: several stay", "a\nb\n\n\n", ["b", "c"], "a\nc\n\n\n"],
    ["E11 twin: one is taken away on demand", "a\nb\n", ["b\n", "b"], "a\nb"],
    ["E12", "&amp; <b>", ["&amp;", "&amp;amp;"], "&amp;amp; <b>"],
    ["E12 twin: entities and tags", "a < b && c\n", ["a < b && c", "a &lt; b"], "a &lt; b\n"],
    ["E12 twin: JSON escapes", 'x = "\\n"\n', ['"\\n"', '"\\t\\u0041"'], 'x = "\\t\\u0041"\n'],
    ["E14 twin: text that looks like a prefix", "12\tfoo\n13\tbar\n", ["12\tfoo", "12\tbaz"], "12\tbaz\n13\tbar\n"],
    ["white space only", "a  b\n", ["  ", " "], "a b\n"],
    ["NUL past the first 8,192 bytes", `${"a".repeat(8_192)}\0b`, ["b", "c"], `${"a".repeat(8_192)}\0c`],
    ["an astral character", "a😀b😀", ["a😀", "😀"], "😀b😀"],
  ])("%s", async (_, content, strings, expected) => {
    await expectEdit(content, strings, expected);
  });

  test("E6 bytes that are not UTF-8 stay", async () => {
    const latin1 = (text: string) => Buffer.from(text, "latin1");
    await expectEdit(latin1("const x = 1;\n// caf\xE9\n"), ["x = 1", "x = 2"], latin1("const x = 2;\n// caf\xE9\n"));
    // Twins: on the same line, between two spans, an overlong form, a cut character at either end.
    await expectEdit(latin1("\xE9a\xE9a\xE9"), ["a", "é", true], latin1("\xE9\xC3\xA9\xE9\xC3\xA9\xE9"));
    await expectEdit(latin1("\xC0\x80 a \xF0\x9F"), ["a", "b"], latin1("\xC0\x80 b \xF0\x9F"));
  });

  test("E6 twin: U+FFFD is not what stands for a bad byte", async () => {
    const content = Buffer.from("caf\xE9\n", "latin1");
    const { outcome, after } = await edit(content, ["caf\uFFFD", "cafe"]);
    expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
    expect(after.equals(content)).toBe(true);
  });

  test.each<[string, string, Strings, RegExp]>([
    ["E7", "untouched   \nreplace me   \nafter\n", ["replace me\nafter", "DONE"], /white space at the end.*line 2/],
    ["E7 twin: blanks in old_string", "one\ntwo\n", ["one  \ntwo", "x"], /white space at the end.*line 1/],
    ["E7 twin: with \\r\\n", "one \r\ntwo\r\n", ["one\ntwo", "x"], /white space at the end.*line 1/],
    ["E8", "f {\n  y := 2\n}\n", ["f {\n  y := 99\n}", "f {}"], /lines 1-3.*line 2.*y := 2.*y := 99/],
    ["E8 twin: the first and last lines alone match", "a {\n1\n2\n}\n", ["a {\n3\n4\n}", "x"], /not in the file/],
    ["E9", "a=1\nb\na=1\n", ["a=1", "a=2"], /2 places, on lines 1 and 3/],
    ["E9 twin: overlapping", "aaa\n", ["aa", "b"], /2 places, on line 1;/],
    ["E9 twin: across line endings", "a\r\nb\r\na\r\nb\r\n", ["a\nb", "c"], /2 places, on lines 1 and 3/],
    [
      "E9 twin: very many",
      "x\n".repeat(50),
      ["x", "y"],
      /more than 10 places, first on lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;/,
    ],
    ["E10", "keep\n", ["", "new"], /write_file/],
    ["E10 twin: with replace_all", "keep\n", ["", "new", true], /write_file/],
    ["E12 twin: escaped by the model", "a && b\n", ["a &amp;&amp; b", "c"], /line 1.*escaped characters/],
    ["E14", "a\nb\nfoo\nbar\n", ["3\tfoo\n4\tbar", "x"], /line-number prefixes.*lines 3-4/],
    ["E14 twin: one line", "a\nb\n  foo\n", ["3\t  foo", "x"], /line-number prefixes.*line 3/],
    [
      "E14 twin: aligned as cat -n does",
      "foo\nbar\n",
      ["     1\tfoo\n     2\tbar", "x"],
      /line-number prefixes.*lines 1-2/,
    ],
    ["E15", "", ["anything", "x"], /write_file/],
    ["E15 twin: a byte order mark alone", "\uFEFF", ["anything", "x"], /write_file/],
    ["the same strings", "a\n", ["a", "a"], /must differ/],
    ["no byte changes", "a\r\nb\r\n", ["a\r\nb", "a\nb"], /changes nothing/],
    ["nothing close", "alpha\nbeta\n", ["zzz", "x"], /nothing in the file is close/],
  ])("%s is refused", async (_, content, strings, message) => {
    await expectRefusal(content, strings, message);
  });

  test("E13 old_string from read_file's lines less their prefixes matches", async () => {
    const contents = ["\t\tif x {\n\t\t}\n", "\t\tif x {\r\n\t\t}\r\n", "\uFEFF  a\t\n \tb", "1\tx\n2\ty\n"];
    for (const content of contents) {
      const storage = await create({ [path]: content });
      const call = toolsOver(storage);
      const shown = (await call("read_file", { path })).content.content as string;
      const text = shown.replaceAll(/^\d+\t/gm, "");
      const outcome = await call("edit_file", { path, old_string: text, new_string: "done" });
      expect(outcome.isError, outcome.text).toBe(false);
      expect(await textOf(storage, path)).toContain("done");
    }
  });

  test("E15 read_file says 0 lines", async () => {
    const storage = await create({ [path]: "" });
    expect((await toolsOver(storage)("read_file", { path })).content).toMatchObject({ content: "", total_lines: 0 });
  });

  test("E16 multi_edit is all or nothing", async () => {
    const storage = await create({ [path]: "a\nb\nc\n" });
    const edits = [
      { old_string: "a", new_string: "1" },
      { old_string: "b", new_string: "2" },
      { old_string: "zzz", new_string: "3" },
    ];
    const outcome = await toolsOver(storage)("multi_edit", { path, edits });
    expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
    expect(outcome.text).toContain("edits[2]: ");
    expect(await textOf(storage, path)).toBe("a\nb\nc\n");
  });

  test("E17 two edits at once both survive", async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    const storage = await create({ [path]: lines(hundred) });
    const call = toolsOver(storage);
    const outcomes = await Promise.all(
      [50, 75].map((n) => call("edit_file", { path, old_string: `line ${n}\n`, new_string: `LINE ${n}\n` })),
    );
    expect(outcomes.map((outcome) => outcome.isError)).toEqual([false, false]);
    const expected = lines(hundred).replace("line 50\n", "LINE 50\n").replace("line 75\n", "LINE 75\n");
    expect(await textOf(storage, path)).toBe(expected);
  });

  test("UTF-16 and binary files are refused", async () => {
    const refused = async (content: Uint8Array, message: RegExp) => {
      const { outcome, after } = await edit(content, ["a", "b"]);
      expect(codeOf(outcome)).toBe("VFS_NOT_TEXT");
      expect(outcome.text).toMatch(message);
      expect(after.equals(content)).toBe(true);
    };
    await refused(Buffer.from("\uFEFFa", "utf16le"), /UTF-16/);
    await refused(Buffer.from("\uFEFFa", "utf16le").swap16(), /UTF-16/);
    await refused(Buffer.from("a\0b"), /binary file of 3 bytes/);
  });

  test("a missing file keeps the store's code", async () => {
    const call = toolsOver(await create());
    const args = { path: "none.txt", old_string: "a", new_string: "b" };
    expect(codeOf(await call("edit_file", args))).toBe("VFS_FILE_NOT_FOUND");
    expect(codeOf(await call("multi_edit", { path: "none.txt", edits: [args] }))).toBe("VFS_FILE_NOT_FOUND");
  });

  test("P3 a move to an existing file", async () => {
    const storage: Storage = await create({ "a.txt": "A", "b.txt": "B" });
    const call = toolsOver(storage);
    const refused = await call("move_file", { source: "a.txt", destination: "b.txt" });
    expect(codeOf(refused)).toBe("VFS_FILE_EXISTS");
    expect(refused.text).toContain("overwrite");
    expect([await textOf(storage, "a.txt"), await textOf(storage, "b.txt")]).toEqual(["A", "B"]);
    const moved = await call("move_file", { source: "a.txt", destination: "b.txt", overwrite: true });
    expect(moved.content).toEqual({ source: "a.txt", destination: "b.txt", size: 1 });
    expect((await storage.listFiles()).map((file) => file.path)).toEqual(["b.txt"]);
    expect(await textOf(storage, "b.txt")).toBe("A");
  });

  test("P3 twin: overwrite where there is nothing, a missing source, a new directory", async () => {
    const storage = await create({ "a.txt": textBytes("A") });
    const call = toolsOver(storage);
    expect((await call("move_file", { source: "a.txt", destination: "x/y/b.txt", overwrite: true })).isError).toBe(
      false,
    );
    expect(await textOf(storage, "x/y/b.txt")).toBe("A");
    const missing = await call("move_file", { source: "a.txt", destination: "c.txt" });
    expect(codeOf(missing)).toBe("VFS_FILE_NOT_FOUND");
  });
});
