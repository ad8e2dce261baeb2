import { encodeToolResult } from "@x/tools";
import type { FileMetadata, Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeOf, toolsOver } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";
import { storages } from "./support/storages.js";

const tree = {
  "README.md": "r",
  "src/a.ts": "aa",
  "src/b/c.ts": "c",
  "src/b/d/e.ts": "e",
  "src-old/x.ts": "x",
  "docs/guide/one.md": "1",
};

interface Listing {
  readonly files: { path: string; size: number; updated_at: string | null }[];
  readonly directories?: { path: string; files: number }[];
}
const pathsOf = (content: Record<string, unknown>) => (content as unknown as Listing).files.map(({ path }) => path);
const directoriesOf = (content: Record<string, unknown>) =>
  (content as unknown as Listing).directories?.map(({ path, files }) => `${path} ${files}`);

describe.each(storages)("list_files on $name", ({ create }) => {
  test.each<[object, string[], string[] | undefined]>([
    [{}, ["README.md", "docs/guide/one.md", "src-old/x.ts", "src/a.ts", "src/b/c.ts", "src/b/d/e.ts"], undefined],
    [
      { directory: null, depth: null },
      ["README.md", "docs/guide/one.md", "src-old/x.ts", "src/a.ts", "src/b/c.ts", "src/b/d/e.ts"],
      undefined,
    ],
    [{ directory: "src" }, ["src/a.ts", "src/b/c.ts", "src/b/d/e.ts"], undefined],
    [{ depth: 1 }, ["README.md"], ["docs 1", "src 3", "src-old 1"]],
    [{ depth: 2 }, ["README.md", "src-old/x.ts", "src/a.ts"], ["docs/guide 1", "src/b 2"]],
    [{ depth: 3 }, ["README.md", "docs/guide/one.md", "src-old/x.ts", "src/a.ts", "src/b/c.ts"], ["src/b/d 1"]],
    [{ depth: 1e15 }, ["README.md", "docs/guide/one.md", "src-old/x.ts", "src/a.ts", "src/b/c.ts", "src/b/d/e.ts"], []],
    [{ directory: "src", depth: 1 }, ["src/a.ts"], ["src/b 2"]],
    [{ directory: "src/b", depth: 1 }, ["src/b/c.ts"], ["src/b/d 1"]],
  ])("%j", async (args, files, directories) => {
    const { content } = await toolsOver(await create(tree))("list_files", args);
    expect(pathsOf(content)).toEqual(files);
    expect(directoriesOf(content)).toEqual(directories);
    expect(content).not.toHaveProperty("truncated");
    expect(content).not.toHaveProperty("total_files");
  });

  test("gives sizes in bytes and times in ISO 8601", async () => {
    const { content } = await toolsOver(await create({ "é.md": "漢" }))("list_files");
    expect(content).toEqual({
      files: [
        {
          path: "é.md",
          size: 3,
          updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
        },
      ],
    });
  });

  test("an empty store has no files, a missing directory is an error", async () => {
    const call = toolsOver(await create());
    expect((await call("list_files")).content).toEqual({ files: [] });
    const outcome = await call("list_files", { directory: "src" });
    expect(codeOf(outcome)).toBe("VFS_FILE_NOT_FOUND");
    expect(outcome.text).toContain("depth 1");
  });

  test.each(["sr", "README.md", "src/a.ts", "src/c"])("%s is no directory", async (directory) => {
    const call = toolsOver(await create(tree));
    expect(codeOf(await call("list_files", { directory }))).toBe("VFS_FILE_NOT_FOUND");
  });

  test.each(["src/", "src//"])("directory %j is refused with what to write instead", async (directory) => {
    const outcome = await toolsOver(plainStorage({ "src/a": "" }))("list_files", { directory });
    expect(codeOf(outcome)).toBe("VFS_PATH_INVALID");
    expect(outcome.text).toBe('argument "directory" must not end in "/"; use "src"');
  });

  test.each(["../x", "/", ".", "src/", "a\\b", ""])("directory %j is refused", async (directory) => {
    const call = toolsOver(await create(tree));
    expect(codeOf(await call("list_files", { directory }))).toBe("VFS_PATH_INVALID");
  });

  test.each(["", ".", "./", "/"])("%j is told how to list every file", async (directory) => {
    const call = toolsOver(await create(tree));
    expect((await call("list_files", { directory })).text).toMatch(/leave it out/);
  });

  test.each([0, -1])("depth %i is an argument error", async (depth) => {
    const outcome = await toolsOver(await create(tree))("list_files", { depth });
    expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
  });
});

describe("list_files", () => {
  test("an unknown time is null", async () => {
    const { content } = await toolsOver(plainStorage({ a: "x" }))("list_files");
    expect(content).toEqual({ files: [{ path: "a", size: 1, updated_at: null }] });
  });

  test("what the policy hides is neither shown nor counted, and its directories do not exist", async () => {
    const files = {
      ".env": "",
      "src/_x.ts": "",
      "src/a.ts": "",
      "src/b.md": "",
      ".git/config.ts": "",
      "lib/_y/z.ts": "",
    };
    const call = toolsOver(plainStorage(files), { hideHiddenPaths: true, allowedExtensions: [".ts"] });
    expect(pathsOf((await call("list_files")).content)).toEqual(["src/a.ts"]);
    expect(directoriesOf((await call("list_files", { depth: 1 })).content)).toEqual(["src 1"]);
    expect(codeOf(await call("list_files", { directory: ".git" }))).toBe("VFS_PATH_INVALID");
    expect(codeOf(await call("list_files", { directory: "lib" }))).toBe("VFS_FILE_NOT_FOUND");
  });

  test("hidden files use up no room", async () => {
    const hidden = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`.h/${index}`, ""]));
    const { content } = await toolsOver(plainStorage({ ...hidden, z: "" }), { hideHiddenPaths: true })("list_files");
    expect(content).toEqual({ files: [{ path: "z", size: 0, updated_at: null }] });
  });

  test("stops before 40 KiB, gives the number of all and says how to narrow", async () => {
    const files = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`dir/file-${index}.txt`, ""]));
    const outcome = await toolsOver(createMemoryStorage({ files }))("list_files");
    expect(outcome.content).toMatchObject({ truncated: true, total_files: 3_000 });
    expect(JSON.stringify(outcome.content)).toMatch(/directory.*depth.*glob/);
    const used = Buffer.byteLength(JSON.stringify(outcome.content));
    expect(used).toBeLessThanOrEqual(40 * 1024);
    expect(used).toBeGreaterThan(39 * 1024);
  });

  test("files and directories share the room", async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => String(index).padStart(40, "0"));
    const listOf = async (files: string[]) => {
      const call = toolsOver(plainStorage(Object.fromEntries(files.map((path) => [path, ""]))));
      const { content } = await call("list_files", { depth: 1 });
      expect(Buffer.byteLength(JSON.stringify(content))).toBeLessThanOrEqual(40 * 1024);
      return { files: pathsOf(content).length, directories: directoriesOf(content)!.length };
    };
    const both = await listOf([...names, ...names.map((name) => `d${name}/x`)]);
    expect(both.files).toBeGreaterThan(150);
    expect(both.directories).toBeGreaterThan(150);
    expect((await listOf([...names, "d/x"])).directories).toBe(1);
    expect((await listOf(["a", ...names.map((name) => `d${name}/x`)])).files).toBe(1);
  });

  test("every listing fits, is sorted and counts every file once, at any depth", async () => {
    const segment = fc.constantFrom(
      "a",
      "b",
      "a-b",
      "é",
      "\u{1F600}",
      "a.txt",
      "\u0001\u0002\u0003".repeat(20),
      '"'.repeat(40),
    );
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(path, { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        async (paths, depth) => {
          const storage = plainStorage(Object.fromEntries(paths.map((one) => [one, ""])));
          const outcome = await toolsOver(storage)("list_files", { depth });
          const { files, directories } = outcome.content as unknown as Listing;
          expect(encodeToolResult(outcome.result!).truncated).toBe(false);
          expect(files.length + directories!.reduce((sum, { files: below }) => sum + below, 0)).toBe(paths.length);
          for (const list of [files, directories!]) {
            const bytes = list.map((one) => Buffer.from(one.path));
            expect(bytes).toEqual([...bytes].sort(Buffer.compare));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test("three hundred thousand files take time in proportion, and other work goes on", async () => {
    const listing: FileMetadata[] = Array.from({ length: 300_000 }, (_, index) => ({
      path: `d${String(index % 300).padStart(3, "0")}/f${index}`,
      contentType: "text/plain",
      size: index,
    }));
    const storage: Storage = { ...plainStorage(), listFiles: async () => listing };
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const { content } = await toolsOver(storage)("list_files", { depth: 1 });
    clearInterval(timer);
    expect(directoriesOf(content)).toHaveLength(300);
    expect(directoriesOf(content)![0]).toBe("d000 1000");
    expect(turns).toBeGreaterThan(1);
  });
});
