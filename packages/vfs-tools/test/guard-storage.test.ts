import { type FileMetadata, type Storage, type StorageCapabilities, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { describe, expect, test } from "vitest";
import { type GuardedStorage, guardStorage } from "../src/guard-storage.js";
import { textBytes } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";

const secret = "connect ECONNREFUSED postgres://admin:hunter2@10.0.0.7/files";
const metadata = (path: string, more: object = {}) => ({ path, contentType: "text/plain", size: 1, ...more });
const throwing = () => {
  throw new Error(secret);
};

/** A store whose every call gives, or throws, the same thing. */
function storageThat(answer: () => unknown): Storage {
  const call = answer as () => never;
  const capabilities = {
    search: { syntax: "words", query: call },
    stat: call,
    createFile: call,
    replaceFile: call,
    moveFile: call,
    readFiles: call,
    readRange: call,
  };
  return { capabilities, listFiles: call, readFile: call, writeFile: call, deleteFile: call };
}

/** All that is visited of these files. */
async function visited(storage: GuardedStorage, paths: readonly string[], signal?: AbortSignal): Promise<unknown[]> {
  const all: unknown[] = [];
  await storage.visitFiles!(paths, { signal }, (answer) => all.push(answer) > 0);
  return all;
}

const never = new AbortController().signal;

const calls: Record<string, (storage: GuardedStorage, signal?: AbortSignal) => Promise<unknown>> = {
  listFiles: (storage, signal) => storage.listFiles({ signal }),
  listSizes: (storage, signal = never) => storage.listSizes({ prefix: "", signal }),
  readFile: (storage, signal) => storage.readFile("a", { signal }),
  writeFile: (storage, signal) => storage.writeFile("a", textBytes("x"), "text/plain", { signal }),
  deleteFile: (storage, signal) => storage.deleteFile("a", { signal }),
  query: ({ capabilities }, signal) => capabilities.search!.query("x", { signal }),
  stat: ({ capabilities }, signal) => capabilities.stat!("a", { signal }),
  createFile: ({ capabilities }, signal) => capabilities.createFile!("a", textBytes("x"), "text/plain", { signal }),
  replaceFile: ({ capabilities }, signal) =>
    capabilities.replaceFile!("a", textBytes("x"), "text/plain", "1", { signal }),
  moveFile: ({ capabilities }, signal) => capabilities.moveFile!("a", "b", { signal }),
  visitFiles: (storage, signal) => visited(storage, ["a"], signal),
  readRange: ({ capabilities }, signal) => capabilities.readRange!("a", 0, 5, { signal }),
};
const table = Object.entries(calls).map(([name, call]) => ({ name, call }));

const thrownThings: [string, unknown][] = [
  ["a driver's error", new Error(secret)],
  ["a TypeError", new TypeError(secret)],
  ["a string", secret],
  ["nothing", undefined],
  ["an object that looks like ours", { code: "VFS_FILE_NOT_FOUND", message: secret }],
  ["an error that looks like ours", Object.assign(new Error(secret), { code: "VFS_FILE_NOT_FOUND" })],
  ["an error whose message throws", Object.defineProperty(new Error("x"), "message", { get: throwing })],
  ["a proxy that throws", new Proxy({}, { get: throwing, getPrototypeOf: throwing })],
  ["a proxy of an error", new Proxy(new Error(secret), { getPrototypeOf: throwing })],
];

describe("guardStorage", () => {
  describe.each(table)("$name", ({ call }) => {
    test.each(thrownThings)("turns %s into VFS_UNAVAILABLE that leaks nothing", async (_, thrown) => {
      const storage = guardStorage(
        storageThat(() => {
          throw thrown;
        }),
      );
      const error: unknown = await call(storage).catch((reason: unknown) => reason);
      expect(VfsError.is(error, "VFS_UNAVAILABLE")).toBe(true);
      expect((error as Error).message).not.toContain("hunter2");
      expect((error as Error).cause).toBe(thrown);
    });

    test("passes an error of the contract on as it is", async () => {
      const own = new VfsError("VFS_FILE_NOT_FOUND", "no such file", { path: "a" });
      const storage = guardStorage(storageThat(() => Promise.reject(own)));
      await expect(call(storage)).rejects.toBe(own);
    });

    test("rejects with the reason of its signal, whatever the store makes of that", async () => {
      const abort = new AbortController();
      abort.abort(new Error("enough"));
      const storage = guardStorage(storageThat(() => Promise.reject(new Error("socket closed"))));
      await expect(call(storage, abort.signal)).rejects.toBe(abort.signal.reason);
    });
  });

  describe.each(table.filter(({ name }) => !/^(write|delete|create|replace|move)/.test(name)))("$name", ({ call }) => {
    test.each([
      ["nothing", undefined],
      ["null", null],
      ["a string", "a"],
      ["a number", 7],
      ["an empty object", {}],
      ["a list of nulls", [null]],
      ["a list of numbers", [7]],
      ["an array of four thousand million holes", new Array(4_294_967_295)],
      ["a file with text for its content", { content: "text", metadata: metadata("a") }],
      ["a file with a plain array for its content", { content: [1], metadata: metadata("a") }],
      ["a getter that throws", Object.defineProperty({}, "path", { get: throwing, enumerable: true })],
      ["a list with a getter that throws", [Object.defineProperty({}, "path", { get: throwing })]],
      ["a size that is none", [metadata("a", { size: "1" })]],
      ["a negative size", [metadata("a", { size: -1 })]],
    ])("turns %s into VFS_UNAVAILABLE", async (_, given) => {
      await expect(call(guardStorage(storageThat(() => given)))).rejects.toMatchObject({ code: "VFS_UNAVAILABLE" });
    });
  });
});

describe("a guarded listing", () => {
  const listing = async (given: unknown[], prefix?: string) =>
    guardStorage({ ...plainStorage(), listFiles: async () => given as FileMetadata[] }).listFiles({ prefix });
  const pathsOf = async (given: unknown[], prefix?: string) => (await listing(given, prefix)).map(({ path }) => path);

  test("is sorted by bytes and has no duplicates; the first stays", async () => {
    const given = [metadata("b"), metadata("\u{1F600}"), metadata("\uFFFD"), metadata("a"), metadata("b", { size: 9 })];
    expect(await pathsOf(given)).toEqual(["a", "b", "\uFFFD", "\u{1F600}"]);
    expect((await listing(given))[1]?.size).toBe(1);
  });

  test("leaves out what no path can name, and what is not under its prefix", async () => {
    const given = ["dir/", "/abs", "a\\b", "../x", "a\0", "dir/ok", "direct", ""].map((path) => metadata(path));
    expect(await pathsOf(given)).toEqual(["dir/ok", "direct"]);
    expect(await pathsOf(given, "dir/")).toEqual(["dir/ok"]);
  });

  test("holds plain data only", async () => {
    const [file] = await listing([
      metadata("a.md", { contentType: 7, updatedAt: new Date(Number.NaN), version: 3, more: "x" }),
    ]);
    expect(file).toEqual({ path: "a.md", contentType: "text/markdown", size: 1 });
  });

  test("gives way to other work", async () => {
    const given = Array.from({ length: 200_000 }, (_, index) => metadata(`file-${String(index).padStart(6, "0")}`));
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await listing(given);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});

describe("guarded contents", () => {
  test("are named as asked and sized as they are", async () => {
    const storage = guardStorage({
      ...plainStorage(),
      readFile: async () => ({ content: textBytes("four"), metadata: metadata("other", { size: 1 }) }),
    });
    expect((await storage.readFile("a")).metadata).toMatchObject({ path: "a", size: 4 });
  });

  const over = (capabilities: StorageCapabilities) => guardStorage(plainStorage({}, capabilities)).capabilities;

  test("a range of more bytes than were asked for is refused", async () => {
    const { readRange } = over({
      readRange: async (path) => ({ content: textBytes("too much"), metadata: metadata(path, { size: 100 }) }),
    });
    await expect(readRange!("a", 0, 3)).rejects.toMatchObject({ code: "VFS_UNAVAILABLE" });
    await expect(readRange!("a", 95, 20)).rejects.toMatchObject({ code: "VFS_UNAVAILABLE" });
  });

  test("many take one answer for each path, in order, and let go of a store that never ends", async () => {
    let closed = 0;
    const storage = guardStorage(
      plainStorage(
        {},
        {
          readFiles: async function* () {
            try {
              for (;;) yield { path: "a", missing: true as const };
            } finally {
              closed++;
            }
          },
        },
      ),
    );
    expect(await visited(storage, ["a", "a"])).toEqual([{ path: "a" }, { path: "a" }]);
    expect(closed).toBe(1);
    await expect(visited(storage, ["a", "b"])).rejects.toMatchObject({ code: "VFS_UNAVAILABLE", path: "b" });
    expect(closed).toBe(2);
    expect(await storage.visitFiles!(["a", "a"], {}, async () => false)).toBe(false);
    expect(closed).toBe(3);
    const own = new Error("the visitor's own");
    await expect(storage.visitFiles!(["a"], {}, () => Promise.reject(own))).rejects.toBe(own);
    expect(closed).toBe(4);
  });
});

describe("guarded capabilities", () => {
  test("absent ones stay absent, present ones work", async () => {
    const plain = guardStorage(plainStorage());
    expect(Object.keys(plain.capabilities)).toEqual(["lockTarget"]);
    expect(plain.visitFiles).toBeUndefined();
    const source = createMemoryStorage({ files: { "a.md": "text", "b.md": "more" } });
    const guarded = guardStorage(source);
    const { capabilities } = guarded;
    const others = Object.keys(source.capabilities).filter((name) => name !== "readFiles");
    expect(Object.keys(capabilities).sort()).toEqual([...new Set([...others, "lockTarget"])].sort());
    expect(await capabilities.search!.query("tex")).toEqual(["a.md"]);
    expect((await capabilities.stat!("a.md")).size).toBe(4);
    expect(await visited(guarded, ["b.md", "c.md"])).toEqual([
      { path: "b.md", content: Buffer.from("more") },
      { path: "c.md" },
    ]);
    expect(Buffer.from((await capabilities.readRange!("a.md", 1, 2)).content).toString()).toBe("ex");
    await capabilities.moveFile!("a.md", "c.md");
    await capabilities.scope!("tenant").writeFile("x", textBytes("y"), "text/plain");
    expect((await guardStorage(source).listFiles()).map(({ path }) => path)).toEqual(["b.md", "c.md"]);
  });

  test("a lock on it is a lock on the store", () => {
    const source = plainStorage();
    expect(guardStorage(source).capabilities.lockTarget!("a")).toEqual({ storage: source, path: "a" });
  });
});
