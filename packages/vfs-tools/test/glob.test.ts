import { createMemoryStorage } from "@x/vfs-memory";
import { expect, test, vi } from "vitest";
import { codeOf, toolsOver } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";

const filesNamed = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, ""]));

test("gives the matching paths, sorted", async () => {
  const storage = createMemoryStorage({ files: filesNamed("b.ts", "a/é.ts", "a/b.ts", "a/b.md") });
  const { content } = await toolsOver(storage)("glob", { pattern: "**/*.ts" });
  expect(content).toEqual({ paths: ["a/b.ts", "a/é.ts", "b.ts"], truncated: false });
});

test("says when the pattern would match further down", async () => {
  const call = toolsOver(createMemoryStorage({ files: filesNamed("docs/a.md", "docs/b.md") }));
  expect((await call("glob", { pattern: "*.md" })).content).toEqual({
    paths: [],
    truncated: false,
    notes: ["nothing matches, but **/*.md would, like docs/a.md"],
  });
  expect((await call("glob", { pattern: "*.ts" })).content).toEqual({ paths: [], truncated: false });
});

test("does not tell of files that the policy hides", async () => {
  const storage = createMemoryStorage({ files: filesNamed(".secret/a.md", "_b.md", "c.ts") });
  const call = toolsOver(storage, { hideHiddenPaths: true, allowedExtensions: ["md"] });
  for (const pattern of ["*.md", "**", ".secret/**", "**/*.ts"]) {
    expect((await call("glob", { pattern })).content).toEqual({ paths: [], truncated: false });
  }
});

test("stops at 500 paths, or 40 KiB", async () => {
  const names = Array.from({ length: 501 }, (_, index) => `f${String(index).padStart(4, "0")}`);
  const many = await toolsOver(createMemoryStorage({ files: filesNamed(...names) }))("glob", { pattern: "*" });
  expect(many.content.paths).toEqual(names.slice(0, 500));
  expect(many.content).toMatchObject({ truncated: true, notes: [expect.stringMatching(/cut/)] });
  const all = await toolsOver(createMemoryStorage({ files: filesNamed(...names.slice(0, 500)) }))("glob", {
    pattern: "*",
  });
  expect(all.content.truncated).toBe(false);

  const long = names.slice(0, 200).map((name) => `${name}${"é".repeat(200)}`);
  const wide = await toolsOver(createMemoryStorage({ files: filesNamed(...long) }))("glob", { pattern: "*" });
  expect(Buffer.byteLength(JSON.stringify(wide.content.paths))).toBeLessThanOrEqual(40 * 1024);
  expect(wide.content.truncated).toBe(true);
});

test("lists with the fixed start of the pattern", async () => {
  const storage = plainStorage(filesNamed("src/a", "lib/a"));
  const list = vi.spyOn(storage, "listFiles");
  expect((await toolsOver(storage)("glob", { pattern: "src/*" })).content.paths).toEqual(["src/a"]);
  expect(list.mock.calls.map(([options]) => options?.prefix)).toEqual(["src/"]);
});

test.each(["", "{a,b}".repeat(1_500), "{a,b}".repeat(100)])(
  "refuses a pattern that is empty or too much",
  async (pattern) => {
    const outcome = await toolsOver(createMemoryStorage())("glob", { pattern });
    expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
    expect(outcome.text).toMatch(/^invalid arguments for glob: argument "pattern" /);
  },
);
