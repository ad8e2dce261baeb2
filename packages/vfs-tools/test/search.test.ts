import type { Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { describe, expect, test } from "vitest";
import { codeOf, toolsOver } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";

const finding = (paths: readonly string[]): Storage =>
  plainStorage({}, { search: { syntax: "Words; for example `cat`.", query: async () => [...paths] } });

describe("search", () => {
  test("asks the store", async () => {
    const call = toolsOver(createMemoryStorage({ files: { "b.md": "A cat", "a.md": "cat", "c.md": "dog" } }));
    const outcome = await call("search", { query: "CAT" });
    expect(outcome.content).toEqual({ paths: ["a.md", "b.md"], truncated: false });
    expect(outcome.result?.display).toBe("found 2 files");
  });

  test("filters by the policy before it limits, and sorts", async () => {
    const hidden = Array.from({ length: 600 }, (_, index) => `.x/${index}.md`);
    const call = toolsOver(finding([...hidden, "b.md", "b.md", "a.txt", "a.md"]), {
      hideHiddenPaths: true,
      allowedExtensions: ["md"],
    });
    expect((await call("search", { query: "x" })).content).toEqual({ paths: ["a.md", "b.md"], truncated: false });
  });

  test.each([
    [500, 20, 500, false],
    [501, 20, 500, true],
    [500, 200, 201, true],
  ])("%i paths of %i characters", async (count, length, shown, truncated) => {
    const paths = Array.from({ length: count }, (_, index) => String(index).padStart(length, "0"));
    const { content } = await toolsOver(finding(paths))("search", { query: "x" });
    expect(content).toEqual({ paths: paths.slice(0, shown), truncated });
    expect(Buffer.byteLength(JSON.stringify(content.paths))).toBeLessThanOrEqual(40 * 1024);
  });

  test("a query of any length is answered, or refused as an argument", async () => {
    const outcome = await toolsOver(finding([]))("search", { query: "x".repeat(1_000_000) });
    expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
    expect(outcome.text.length).toBeLessThan(300);
  });

  test("nothing found is no error", async () => {
    expect((await toolsOver(finding([]))("search", { query: "" })).content).toEqual({ paths: [], truncated: false });
  });
});
