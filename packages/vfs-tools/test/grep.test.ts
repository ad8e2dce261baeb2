import { type Storage, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { loadRe2js, type RegexEngine } from "../src/regex-engine.js";
import { grepTool } from "../src/tools/grep.js";
import { codeOf, toolsOver } from "./support/call-tool.js";
import { engines } from "./support/engines.js";
import { linesOf, matchingLines } from "./support/line-oracle.js";
import { contents, patterns } from "./support/patterns.js";
import { plainStorage } from "./support/plain-storage.js";
import { contextOver, runHandler } from "./support/run-handler.js";
import { type Files, storages } from "./support/storages.js";

interface GrepContent {
  readonly matches?: string[];
  readonly files?: string[];
  readonly counts?: { path: string; count: number }[];
  readonly truncated: boolean;
  readonly notes?: string[];
}

async function grep(store: Storage | Files, args: object, environment = {}): Promise<GrepContent> {
  const storage = "capabilities" in store ? (store as Storage) : createMemoryStorage({ files: store });
  const outcome = await toolsOver(storage)("grep", args, environment);
  if (outcome.error !== undefined) throw outcome.error;
  return outcome.content as unknown as GrepContent;
}

const bytes = (text: string) => Buffer.from(text, "latin1");

describe.each(storages.map((kind) => [kind.name, kind] as const))("over the %s store", (_name, kind) => {
  test("selects by path_glob what the glob tool finds", async () => {
    const storage = await kind.create({ "src/app/main.py": "x\n", ".github/workflows/ci.yml": "x\n" });
    const call = toolsOver(storage);
    for (const [pattern, finds] of [
      ["*.py", false],
      ["**/*.py", true],
      ["src/**/*.py", true],
      ["src/*.py", false],
      ["src/**/main.py", true],
      ["**/src/app/main.py", true],
      [".github/**", true],
      ["**/*.yml", true],
    ] as const) {
      const globbed = (await call("glob", { pattern })).content.paths;
      const grepped = (await call("grep", { pattern: "x", path_glob: pattern, output_mode: "files_with_matches" }))
        .content;
      expect(grepped.files, pattern).toEqual(globbed);
      expect(globbed, pattern).toHaveLength(finds ? 1 : 0);
    }
  });
});

test("gives path, number and text of each matching line, in the order of paths", async () => {
  const result = await grep({ "b.txt": "foo end\r\nbar\r\n", "a/é.txt": "no\nfoo" }, { pattern: "foo" });
  expect(result).toEqual({ matches: ["a/é.txt:2:foo", "b.txt:1:foo end"], truncated: false });
});

test("gives paths or counts instead", async () => {
  const files = { a: "x\nx\ny\n", b: "y\n", c: "x" };
  expect(await grep(files, { pattern: "x", output_mode: "files_with_matches" })).toEqual({
    files: ["a", "c"],
    truncated: false,
  });
  expect(await grep(files, { pattern: "x", output_mode: "count" })).toEqual({
    counts: [
      { path: "a", count: 2 },
      { path: "c", count: 1 },
    ],
    truncated: false,
  });
});

test("ignores case where asked to", async () => {
  expect((await grep({ a: "FOO\n" }, { pattern: "foo" })).matches).toEqual([]);
  expect((await grep({ a: "FOO\n" }, { pattern: "foo", case_insensitive: true })).matches).toEqual(["a:1:FOO"]);
});

test("shows lines around matches, each once, with -- between groups", async () => {
  const files = { a: "1\n2 x\n3\n4\n5 x\n6\n7\n8\n9 x\n", b: "x" };
  expect((await grep(files, { pattern: "x", context: 1 })).matches).toEqual([
    "a-1-1",
    "a:2:2 x",
    "a-3-3",
    "a-4-4",
    "a:5:5 x",
    "a-6-6",
    "--",
    "a-8-8",
    "a:9:9 x",
    "--",
    "b:1:x",
  ]);
  expect((await grep(files, { pattern: "[15]", context: 5, path_glob: "a" })).matches).toEqual([
    "a:1:1",
    "a-2-2 x",
    "a-3-3",
    "a-4-4",
    "a:5:5 x",
    "a-6-6",
    "a-7-7",
    "a-8-8",
    "a-9-9 x",
  ]);
  expect((await grep({ a: "x\n\n\nx" }, { pattern: "x", context: 1 })).matches).toEqual([
    "a:1:x",
    "a-2-",
    "a-3-",
    "a:4:x",
  ]);
});

test.each([-1, 6])("refuses %d lines of context", async (context) => {
  const outcome = await toolsOver(createMemoryStorage())("grep", { pattern: "x", context });
  expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
  expect(outcome.text).toBe(`invalid arguments for grep: argument "context" must be from 0 to 5, got ${context}`);
});

test.each(["foo(", "[z-a]", "*x", "a{2,1}", "(?=x)", "((.{0,31}){0,31})!!zz", "x".repeat(1_001)])(
  "refuses the pattern %s",
  async (pattern) => {
    const outcome = await toolsOver(createMemoryStorage({ files: { a: "x" } }))("grep", { pattern });
    expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
    expect(outcome.text).toContain('argument "pattern"');
  },
);

test("takes options of other programs for plain text", async () => {
  const files = { a: "use --help -e --pre=/bin/x\n" };
  for (const pattern of ["--help", "-e", "--pre=/bin/x"])
    expect((await grep(files, { pattern })).matches).toHaveLength(1);
});

test("does not show a byte order mark, nor let it stand before the first line", async () => {
  expect((await grep({ a: "\uFEFFfoo\n" }, { pattern: "^foo$" })).matches).toEqual(["a:1:foo"]);
});

describe("what is passed over", () => {
  test("binary files, silently", async () => {
    expect(await grep({ a: "x\0", b: "x" }, { pattern: "x" })).toEqual({ matches: ["b:1:x"], truncated: false });
  });

  test("UTF-16, with a note", async () => {
    const files = { a: Buffer.from("\uFEFFx", "utf16le"), b: "x" };
    expect(await grep(files, { pattern: "x" })).toEqual({
      matches: ["b:1:x"],
      truncated: true,
      notes: ["1 skipped, UTF-16 is not searched: a"],
    });
  });

  test("files listed larger than maximumFileBytes, unread", async () => {
    const storage = plainStorage({ "a.log": "xxxxxx", b: "x", "c.log": "x".repeat(9), "d.log": "x".repeat(9) });
    const read = vi.spyOn(storage, "readFile");
    const outcome = await toolsOver(storage, { maximumFileBytes: 5 })("grep", { pattern: "x" });
    expect(outcome.content).toEqual({
      matches: ["b:1:x"],
      truncated: true,
      notes: ["3 skipped, larger than 5 bytes: a.log, c.log, ..."],
    });
    expect(read).toHaveBeenCalledTimes(1);
  });

  test("files that cannot be read, with a note; those that are gone, without", async () => {
    const storage = plainStorage({ a: "x", b: "x", gone: "x" });
    const { readFile } = storage;
    storage.readFile = async (path, options) => {
      if (path === "a") throw new Error("secret");
      if (path === "gone") throw new VfsError("VFS_FILE_NOT_FOUND", "gone");
      return readFile(path, options);
    };
    expect(await grep(storage, { pattern: "x" })).toEqual({
      matches: ["b:1:x"],
      truncated: true,
      notes: ["1 skipped, not readable (VFS_UNAVAILABLE): a"],
    });
  });

  test("only what fails, where readFiles fails as a whole", async () => {
    const inner = plainStorage({ a: "x", b: "x", c: "x" });
    const storage: Storage = {
      ...inner,
      async readFile(path, options) {
        if (path === "b") throw new VfsError("VFS_UNAVAILABLE", "no");
        return inner.readFile(path, options);
      },
      capabilities: {
        async *readFiles(paths) {
          for (const path of paths) yield await storage.readFile(path);
        },
      },
    };
    expect(await grep(storage, { pattern: "x" })).toMatchObject({
      matches: ["a:1:x", "c:1:x"],
      truncated: true,
      notes: ["1 skipped, not readable (VFS_UNAVAILABLE): b"],
    });
  });

  test("what the policy hides, before any limit counts it", async () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`.hidden/${index}`, "x"]));
    const storage = createMemoryStorage({ files: { ...files, "z.md": "x", "z.ts": "x" } });
    const call = toolsOver(storage, { hideHiddenPaths: true, allowedExtensions: ["ts"] });
    expect((await call("grep", { pattern: "x" })).content).toEqual({ matches: ["z.ts:1:x"], truncated: false });
  });
});

describe("limits", () => {
  test("200 entries, of which -- is none", async () => {
    const exactly = await grep({ a: "x\n".repeat(200) }, { pattern: "x" });
    expect(exactly).toMatchObject({ truncated: false });
    expect(exactly.matches).toHaveLength(200);
    const more = await grep({ a: "x\n".repeat(200), b: "x" }, { pattern: "x" });
    expect(more.matches).toEqual(exactly.matches);
    expect(more.truncated).toBe(true);
    expect(more.notes).toEqual(["stopped at 200 entries; narrow the search with path_glob or a more specific pattern"]);
    const groups = await grep({ a: "x\n1\n2\n3\n".repeat(100) }, { pattern: "x", context: 1 });
    expect(groups.matches!.filter((line) => line !== "--")).toHaveLength(200);
    expect(groups.matches!.at(-1)).not.toBe("--");
  });

  test("200 paths and 200 counts", async () => {
    const files = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, "x"]));
    const paths = await grep(files, { pattern: "x", output_mode: "files_with_matches" });
    expect(paths).toMatchObject({ truncated: true });
    expect(paths.files).toHaveLength(200);
    expect((await grep(files, { pattern: "x", output_mode: "count" })).counts).toHaveLength(200);
  });

  test("40 KiB of results", async () => {
    const result = await grep({ a: `${"\u0001".repeat(400)}x\n`.repeat(100) }, { pattern: "x" });
    expect(JSON.stringify(result.matches).length).toBeLessThanOrEqual(40 * 1024);
    expect(result.truncated).toBe(true);
    expect(result.notes![0]).toMatch(/^stopped at 40 KiB/);
  });

  test("500 characters of a line, which hold the match", async () => {
    const { matches } = await grep({ a: `${"a".repeat(5_000)}needle${"b".repeat(5_000)}\n` }, { pattern: "needle" });
    expect(matches![0]).toMatch(/^a:1:\[\.\.\.\]a{100}needleb{394}\[\.\.\.\]$/);
  });

  test("32 MiB that were read", async () => {
    const storage = plainStorage({ a: "x", b: "x", c: "x" });
    const { listFiles } = storage;
    const megabytes = 1024 * 1024;
    storage.listFiles = async (options) =>
      (await listFiles(options)).map((file) => ({ ...file, size: file.path === "a" ? 31 * megabytes : 2 * megabytes }));
    const outcome = await toolsOver(storage, { maximumFileBytes: 64 * megabytes })("grep", { pattern: "x" });
    expect(outcome.content).toEqual({
      matches: ["a:1:x"],
      truncated: true,
      notes: ["stopped after reading 32 MiB, before b; narrow the search with path_glob"],
    });
  });

  test("the time of a scan", async () => {
    const storage = createMemoryStorage({ files: { a: "x\n".repeat(10) } });
    for (const output_mode of ["content", "count", "files_with_matches"]) {
      const tool = grepTool(contextOver(storage), { loadEngine: async () => engines[0]!, scanMs: 0 });
      const { content } = await runHandler(tool, { pattern: "x", output_mode });
      expect(content).toMatchObject({
        truncated: true,
        notes: [expect.stringMatching(/^stopped for lack of time, before a/)],
      });
    }
  });
});

test("reads many files through one listing and bounded parallel reads, and stops when it is aborted", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`f${String(index).padStart(3, "0")}`, "x"]),
  );
  const storage = plainStorage(files);
  const list = vi.spyOn(storage, "listFiles");
  const { readFile } = storage;
  let open = 0;
  let most = 0;
  let reads = 0;
  storage.readFile = async (path, options) => {
    reads++;
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 1));
    open--;
    return readFile(path, options);
  };
  const found = await grep(storage, { pattern: "x", output_mode: "files_with_matches" });
  expect(found.files).toEqual(Object.keys(files).slice(0, 200));
  expect(list).toHaveBeenCalledTimes(1);
  expect(most).toBeGreaterThan(4);
  expect(most).toBeLessThanOrEqual(32);

  reads = 0;
  const abort = new AbortController();
  const aborted = toolsOver(storage)("grep", { pattern: "none" }, { signal: abort.signal });
  while (reads < 50) await new Promise((resolve) => setTimeout(resolve, 1));
  abort.abort();
  expect(codeOf(await aborted)).toBe("TOOL_ABORTED");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(reads).toBeLessThan(200);
});

test("lists with the fixed start of path_glob, and says when nothing is selected", async () => {
  const storage = plainStorage({ "src/a.ts": "x", "lib/a.ts": "x" });
  const list = vi.spyOn(storage, "listFiles");
  expect((await grep(storage, { pattern: "x", path_glob: "src/**" })).matches).toEqual(["src/a.ts:1:x"]);
  expect(list.mock.calls[0]![0]).toMatchObject({ prefix: "src/" });
  const nothing = await grep(storage, { pattern: "x", path_glob: "*.ts" });
  expect(nothing).toMatchObject({ matches: [], truncated: false });
  expect(nothing.notes![0]).toMatch(/^no file matches path_glob/);
});

test("searches with the other engine where the native one is missing", async () => {
  const storage = createMemoryStorage({ files: { a: "foo end\r\nbar\n" } });
  const tool = grepTool(contextOver(storage), { loadEngine: loadRe2js, scanMs: 10_000 });
  const { content } = await runHandler(tool, { pattern: "END$", case_insensitive: true });
  expect(content).toEqual({ matches: ["a:1:foo end"], truncated: false });
});

test("says how far a long scan has come", async () => {
  const slow: RegexEngine = {
    ...engines[0]!,
    compile(source, flags) {
      const program = engines[0]!.compile(source, flags);
      return {
        ...program,
        candidate(text) {
          const end = performance.now() + 30;
          while (performance.now() < end);
          return program.candidate(text);
        },
      };
    },
  };
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, "y"]));
  const tool = grepTool(contextOver(createMemoryStorage({ files })), { loadEngine: async () => slow, scanMs: 10_000 });
  const reports: { progress: number; total?: number | undefined }[] = [];
  await tool.handler(
    { pattern: "[x]" },
    {
      sessionId: "",
      turnId: "",
      signal: new AbortController().signal,
      reportProgress: (report) => reports.push(report),
    },
  );
  expect(reports.length).toBeGreaterThan(0);
  for (const { progress, total } of reports) expect(total).toBeGreaterThan(progress);
});

test("whatever is in the files, finds each matching line and stays within its bounds", async () => {
  await fc.assert(
    fc.asyncProperty(
      patterns,
      fc.boolean(),
      contents,
      contents,
      fc.integer({ min: 0, max: 5 }),
      async (pattern, ignoreCase, a, b, context) => {
        const storage = createMemoryStorage({ files: { a, b } });
        const args = { pattern, case_insensitive: ignoreCase };
        const result = await grep(storage, { ...args, context });
        const text = JSON.stringify(result);
        expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
        expect(result.matches!.every((line) => line.isWellFormed())).toBe(true);

        const expected = Object.entries({ a, b }).flatMap(([path, content]) => {
          if (content.includes(0)) return [];
          const lines = linesOf(content).map((line) => line.toString("utf8"));
          return matchingLines(pattern, ignoreCase, content).map((number) => `${path}:${number}:${lines[number - 1]}`);
        });
        expect(result.matches!.filter((line) => /^[ab]:\d+:/.test(line))).toEqual(expected);

        const { counts } = await grep(storage, { ...args, output_mode: "count" });
        expect(counts!.reduce((sum, one) => sum + one.count, 0)).toBe(expected.length);
        const { files } = await grep(storage, { ...args, output_mode: "files_with_matches" });
        expect(files).toEqual(counts!.map((one) => one.path));
      },
    ),
    { numRuns: 80 },
  );
});

test("lines that are no UTF-8 are shown well formed", async () => {
  const result = await grep({ a: bytes("caf\xe9 x\n") }, { pattern: "x$" });
  expect(result.matches).toEqual(["a:1:caf\uFFFD x"]);
});
