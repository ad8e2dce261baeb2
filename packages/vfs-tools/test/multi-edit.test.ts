import type { Tool } from "@x/tools";
import type { Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editFileTool } from "../src/tools/edit-file.js";
import { multiEditTool } from "../src/tools/multi-edit.js";
import { bytesOf, codeOf, textOf, toolsOver } from "./support/call-tool.js";
import { contextOver, runHandler } from "./support/run-handler.js";

const path = "a.txt";

async function multiEdit(content: string | Uint8Array, edits: readonly object[], options = {}) {
  const storage = createMemoryStorage({ files: { [path]: content } });
  const outcome = await toolsOver(storage, options)("multi_edit", { path, edits });
  return { outcome, after: await bytesOf(storage, path) };
}

describe("multi_edit", () => {
  test("each edit works on the result of the one before", async () => {
    const { outcome, after } = await multiEdit("a b c", [
      { old_string: "a", new_string: "b" },
      { old_string: "b", new_string: "x", replace_all: true },
      { old_string: "x x c", new_string: "done" },
    ]);
    expect(outcome.content).toEqual({ path, edits: 3, replacements: 4, size: 4 });
    expect(outcome.result?.display).toContain("-a b c");
    expect(after.toString()).toBe("done");
  });

  test.each([
    ["no edits", [], "TOOL_INVALID_ARGUMENTS", /at least one edit/],
    ["a missing new_string", [{ old_string: "a" }], "TOOL_INVALID_ARGUMENTS", /edits\[0\]\.new_string/],
    [
      "an empty old_string, told before another fault",
      [
        { old_string: "zzz", new_string: "" },
        { old_string: "", new_string: "x" },
      ],
      "TOOL_INVALID_ARGUMENTS",
      /edits\[1\]: .*write_file/,
    ],
    ["equal strings", [{ old_string: "a", new_string: "a" }], "TOOL_INVALID_ARGUMENTS", /edits\[0\]: .*must differ/],
    [
      "an ambiguous text",
      [
        { old_string: "b", new_string: "a" },
        { old_string: "a", new_string: "c" },
      ],
      "TOOL_INVALID_ARGUMENTS",
      /edits\[1\]: .*lines 1 and 2/,
    ],
    [
      "an edit after the file was emptied",
      [
        { old_string: "a\nb\n", new_string: "" },
        { old_string: "a", new_string: "c" },
      ],
      "TOOL_INVALID_ARGUMENTS",
      /edits\[1\]: .*write_file/,
    ],
    [
      "an edit after the file was made binary",
      [
        { old_string: "a", new_string: "\0" },
        { old_string: "b", new_string: "c" },
      ],
      "VFS_NOT_TEXT",
      /edits\[1\]: /,
    ],
    [
      "growth past the maximum, also when a later edit would shrink it again",
      [
        { old_string: "a", new_string: "x".repeat(20) },
        { old_string: "x".repeat(20), new_string: "" },
      ],
      "VFS_FILE_TOO_LARGE",
      /edits\[0\]: /,
    ],
  ])("%s", async (_, edits, code, message) => {
    const { outcome, after } = await multiEdit("a\nb\n", edits, { maximumFileBytes: 10 });
    expect(codeOf(outcome)).toBe(code);
    expect(outcome.text).toMatch(message);
    expect(after.toString()).toBe("a\nb\n");
  });

  test("an explicit empty new_string deletes", async () => {
    const { after } = await multiEdit("a b", [{ old_string: "a ", new_string: "" }]);
    expect(after.toString()).toBe("b");
  });

  test("thousands of edits of a large file are one write and stop when the caller gives up", async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index} ${"x".repeat(200)}`);
    const edits = lines.map((_, index) => ({ old_string: `line ${index} `, new_string: `LINE ${index} ` }));
    const storage = createMemoryStorage({ files: { [path]: lines.join("\n") } });
    const call = toolsOver(storage);
    const controller = new AbortController();
    const given = call("multi_edit", { path, edits }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    expect(codeOf(await given)).toBe("TOOL_ABORTED");
    expect(await textOf(storage, path)).toBe(lines.join("\n"));
    expect((await call("multi_edit", { path, edits })).content).toMatchObject({ edits: 1_000, replacements: 1_000 });
    expect(await textOf(storage, path)).toBe(lines.join("\n").replaceAll("line", "LINE"));
  });

  test("equals its edits one by one, or leaves the file alone", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "é", "😀"), maxLength: 8 });
    const sought = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é"), minLength: 1, maxLength: 2 });
    const edit = fc.record({ old_string: sought, new_string: text, replace_all: fc.boolean() });
    const bytes = fc.oneof(
      text.map((content) => new Uint8Array(Buffer.from(content))),
      fc
        .tuple(text, fc.uint8Array({ maxLength: 3 }), text)
        .map(([a, b, c]) => new Uint8Array(Buffer.concat([Buffer.from(a), b, Buffer.from(c)]))),
    );
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(bytes, fc.array(edit, { minLength: 1, maxLength: 3 }), async (content, edits) => {
        const [whole, single] = [1, 2].map(() => createMemoryStorage({ files: { [path]: content } })) as [
          Storage,
          Storage,
        ];
        const run = async (tool: Tool, args: object) => {
          try {
            await runHandler(tool, { path, ...args });
            return true;
          } catch (error) {
            expect((error as Error).message.isWellFormed()).toBe(true);
            return false;
          }
        };
        const succeeded = await run(multiEditTool(contextOver(whole, 24)), { edits });
        const editFile = editFileTool(contextOver(single, 24));
        let allSucceeded = true;
        for (const one of edits) allSucceeded &&= await run(editFile, one);
        expect(succeeded).toBe(allSucceeded);
        const after = await bytesOf(whole, path);
        const expected = succeeded ? await bytesOf(single, path) : Buffer.from(content);
        expect(after.toString("hex")).toBe(expected.toString("hex"));
        expect(after.length).toBeLessThanOrEqual(Math.max(24, content.length));
        if (succeeded) applied++;
      }),
      { numRuns: 400, seed: 7 },
    );
    expect(applied).toBeGreaterThan(20);
  });
});
