import type { Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { describe, expect, test } from "vitest";
import { codeOf, textOf, toolsOver } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";
import { toolCalls } from "./support/tool-calls.js";

const secret = "FATAL: password authentication failed, postgres://admin:hunter2@10.0.0.7/files";
const throwing = () => {
  throw new Error(secret);
};
const metadata = { path: "a.md", contentType: "text/markdown", size: 3 };

/** A store whose every method and capability answers like this. */
function storageThat(answer: () => unknown): Storage {
  const call = answer as () => never;
  const full = createMemoryStorage().capabilities;
  const names = Object.keys(full).filter((name) => name !== "search" && name !== "scope");
  return {
    capabilities: {
      ...Object.fromEntries(names.map((name) => [name, call])),
      search: { syntax: "words", query: call },
    },
    listFiles: call,
    readFile: call,
    writeFile: call,
    deleteFile: call,
  };
}

/** The same with the four methods only, so that no capability stands between a tool and them. */
function plainStorageThat(answer: () => unknown): Storage {
  const { capabilities, ...methods } = storageThat(answer);
  return { ...methods, capabilities: { search: capabilities.search! } };
}

const answers: [string, () => unknown][] = [
  ["throws an error of its driver", throwing],
  ["rejects with a TypeError", () => Promise.reject(new TypeError(secret))],
  [
    "throws a text",
    () => {
      throw secret;
    },
  ],
  [
    "rejects with nothing",
    async () => {
      throw undefined;
    },
  ],
  [
    "rejects with an error whose message throws",
    () => Promise.reject(Object.defineProperty(new Error(), "message", { get: throwing })),
  ],
  [
    "rejects with a proxy",
    () => Promise.reject(new Proxy(new Error(secret), { get: throwing, getPrototypeOf: throwing })),
  ],
  ["gives undefined", () => undefined],
  ["gives null", () => null],
  ["gives a text", () => "a.md"],
  ["gives a number", () => 42],
  ["gives an array of rubbish", () => [undefined, 7, "x", {}, []]],
  ["gives text for content", () => ({ content: "one", metadata })],
  ["gives an object whose getters throw", () => new Proxy({}, { get: throwing })],
  ["gives a list whose items throw", () => [new Proxy({}, { get: throwing })]],
  ["gives a thenable that throws", () => Object.defineProperty({}, "then", { get: throwing })],
];

describe.each(answers)("a store that %s", (_, answer) => {
  describe.each([
    ["with every capability", storageThat],
    ["with the four methods", plainStorageThat],
  ])("%s", (_kind, create) => {
    test.each(toolCalls)("$name fails in order or finds nothing, and leaks nothing", async ({ name, args }) => {
      const outcome = await toolsOver(create(answer))(name, args);
      const writes = ["write_file", "delete_file", "edit_file", "multi_edit", "move_file"].includes(name);
      // What a write gives back is not looked at, so a store that gives rubbish there has kept its word.
      if (!writes || outcome.isError) expect(codeOf(outcome)).toBe("VFS_UNAVAILABLE");
      for (const part of ["hunter2", "10.0.0.7", "FATAL"]) expect(outcome.text).not.toContain(part);
      expect(outcome.text.length).toBeLessThan(1_000);
    });
  });
});

describe("a store whose files cannot be read, one by one", () => {
  test.each(toolCalls)("$name", async ({ name, args }) => {
    const storage: Storage = { ...plainStorage({ "a.md": "one" }), readFile: () => Promise.reject(new Error(secret)) };
    const call = toolsOver(storage);
    if (name === "search") return;
    const outcome = await call(name, args);
    expect(outcome.text).not.toContain("hunter2");
    if (outcome.isError) expect(codeOf(outcome)).toBe("VFS_UNAVAILABLE");
    if (name === "grep") expect(outcome.content).toHaveProperty("notes");
  });
});

describe("a listing with duplicates, out of order, with paths that are none", () => {
  const listing = ["b.md", "a.md", "b.md", "dir/", "/x", "..", "a\0"].map((path) => ({ ...metadata, path }));
  const storage: Storage = {
    ...plainStorage({ "a.md": "one", "b.md": "one" }),
    listFiles: async () => listing,
    capabilities: { search: { syntax: "", query: async () => listing.map(({ path }) => path) } },
  };

  test.each([
    ["list_files", {}, { files: ["a.md", "b.md"].map((path) => ({ path, size: 3, updated_at: null })) }],
    ["glob", { pattern: "**" }, { paths: ["a.md", "b.md"], truncated: false }],
    ["grep", { pattern: "one" }, { matches: ["a.md:1:one", "b.md:1:one"], truncated: false }],
    ["search", { query: "one" }, { paths: ["a.md", "b.md"], truncated: false }],
  ])("%s", async (name, args, content) => {
    expect((await toolsOver(storage)(name, args)).content).toEqual(content);
  });
});

describe("a store that never answers", () => {
  test.each(toolCalls)("$name ends when its signal aborts", async ({ name, args }) => {
    const abort = new AbortController();
    const outcome = toolsOver(storageThat(() => new Promise(() => undefined)))(name, args, { signal: abort.signal });
    await new Promise(setImmediate);
    abort.abort();
    expect(codeOf(await outcome)).toBe("TOOL_ABORTED");
  });
});

describe.each<[string, () => unknown]>([
  ["throws", throwing],
  ["gives undefined", () => undefined],
  ["gives no storage", () => ({ path: "a.md" })],
  ["gives a storage whose getters throw", () => ({ path: "a.md", storage: new Proxy({}, { get: throwing }) })],
])("a store whose lockTarget %s", (_, lockTarget) => {
  test.each(toolCalls)("$name fails in order, or needs no lock", async ({ name, args }) => {
    const storage = plainStorage({ "a.md": "one" }, { lockTarget: lockTarget as () => never });
    if (name === "search") return;
    const outcome = await toolsOver(storage)(name, args);
    expect(outcome.text).not.toContain("hunter2");
    if (outcome.isError) expect(codeOf(outcome)).toBe("VFS_UNAVAILABLE");
    expect(await textOf(storage, "a.md")).toBe("one");
  });
});

describe.each<[string, () => unknown]>([
  ["throws", throwing],
  ["rejects", () => Promise.reject(new Error(secret))],
  ["gives no promise", () => ({ done: true })],
  ["never settles", () => new Promise(() => undefined)],
])("a store whose reading, when stopped early, %s", (_, stop) => {
  test.each([300, 3])("grep keeps its %i results", async (count) => {
    const files = Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}.md`, "one"]));
    const plain = plainStorage(files);
    const readFiles = (paths: Iterable<string>) => {
      const rest = [...paths];
      const next = async () => {
        const path = rest.shift();
        return path === undefined
          ? { done: true, value: undefined }
          : { done: false, value: await plain.readFile(path) };
      };
      return { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
    };
    const outcome = await toolsOver({ ...plain, capabilities: { readFiles: readFiles as () => never } })("grep", {
      pattern: "one",
    });
    expect(outcome.content.matches).toHaveLength(Math.min(count, 200));
    expect(outcome.text).not.toContain("hunter2");
  });
});

test("what is shown to people is one line that cannot act on their terminal", async () => {
  const path = "c\n\u001b[2J.md";
  const shown = '"c\\n\\u001b[2J.md"';
  const call = toolsOver(plainStorage());
  const displays: (string | undefined)[] = [];
  for (const [name, args] of [
    ["write_file", { path, content: "a" }],
    ["read_file", { path }],
    ["move_file", { source: path, destination: `d/${path}` }],
    ["list_files", { directory: "d" }],
    ["delete_file", { path: `d/${path}` }],
  ] as const) {
    displays.push((await call(name, args)).result?.display);
  }
  expect(displays).toEqual([
    `wrote ${shown}, 1 bytes`,
    `read ${shown}: lines 1 to 1`,
    `${shown} -> "d/c\\n\\u001b[2J.md"`,
    "listed 1 file in d",
    'deleted "d/c\\n\\u001b[2J.md"',
  ]);
});

test("metadata with getters that throw later does no harm: it is copied before a tool sees it", async () => {
  let reads = 0;
  const file = Object.defineProperty({ ...metadata }, "updatedAt", {
    get: () => {
      if (reads++ > 0) throwing();
      return new Date(0);
    },
  });
  const storage: Storage = { ...plainStorage(), listFiles: async () => [file] };
  expect((await toolsOver(storage)("list_files")).content).toEqual({
    files: [{ path: "a.md", size: 3, updated_at: "1970-01-01T00:00:00.000Z" }],
  });
});
