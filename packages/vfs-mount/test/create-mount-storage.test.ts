import { readOnly, type Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { describe, expect, test } from "vitest";
import { recordCalls } from "./record-calls.js";
import { decode, encode, memoryOf, textsOf } from "./text-files.js";

describe("construction", () => {
  test.each([
    "/",
    "/docs",
    "docs/",
    "a//b",
    ".",
    "..",
    "a/../b",
    "a\\b",
    "a\0",
    "\ud800",
    "x".repeat(511),
    "x".repeat(512),
    "x".repeat(513),
  ])("%j is no name of a mount", (name) => {
    expect(() => createMountStorage({ [name]: createMemoryStorage() })).toThrow(TypeError);
  });

  test.each(["a", "a/b", "__proto__", "é", "[id]", "..a", "x".repeat(510)])("%j is one", async (name) => {
    const storage = createMountStorage(Object.fromEntries([[name, memoryOf("1", "f")]]));
    expect(await textsOf(storage)).toEqual(Object.fromEntries([[`${name}/f`, "1"]]));
  });

  test.each([
    undefined,
    null,
    1,
    "store",
    {},
    { capabilities: null },
    { capabilities: {} },
    { ...createMemoryStorage(), deleteFile: 1 },
  ])("%o is no store", (value) => {
    expect(() => createMountStorage({ docs: value as unknown as Storage })).toThrow(TypeError);
  });

  test("no store at all is refused", () => {
    for (const stores of [{}, undefined, null]) {
      expect(() => createMountStorage(stores as Record<string, Storage>)).toThrow(
        new TypeError("createMountStorage needs at least one store"),
      );
    }
  });

  test.each([5, null, {}])("a prefix %o is no string", async (prefix) => {
    const storage = createMountStorage({ a: memoryOf("a", "f") });
    await expect(storage.listFiles({ prefix: prefix as unknown as string })).rejects.toThrow("prefix must be a string");
  });

  test("what becomes of the argument afterwards does not matter", async () => {
    const stores: Record<string, Storage> = { a: memoryOf("a", "f") };
    const storage = createMountStorage(stores);
    stores.b = memoryOf("b", "f");
    delete stores.a;
    expect(await textsOf(storage)).toEqual({ "a/f": "a" });
  });
});

describe("each path belongs to the longest mount by whole segments", () => {
  test.each<[path: string, store: string, own: string]>([
    ["a", "", "a"],
    ["docs-old/a", "", "docs-old/a"],
    ["docsa", "", "docsa"],
    ["Docs/a", "", "Docs/a"],
    ["docs/a", "docs", "a"],
    ["docs/apis/a", "docs", "apis/a"],
    ["docs/docs/a", "docs", "docs/a"],
    ["docs/api/a", "docs/api", "a"],
    ["docs/api/b/c", "docs/api", "b/c"],
    ["x/a", "", "x/a"],
    ["x/y/a", "", "x/y/a"],
    ["x/y/z/a", "x/y/z", "a"],
  ])("%s belongs to %j as %s", async (path, owner, own) => {
    const names = ["", "docs", "docs/api", "x/y/z"];
    const stores = Object.fromEntries(names.map((name) => [name, createMemoryStorage()]));
    const storage = createMountStorage(stores);
    await storage.writeFile(path, encode(path), "text/x-own");
    for (const [name, store] of Object.entries(stores)) {
      expect(await textsOf(store)).toEqual(name === owner ? { [own]: path } : {});
    }
    const { content, metadata } = await storage.readFile(path);
    expect(decode(content)).toBe(path);
    expect(metadata).toMatchObject({ path, contentType: "text/x-own", size: path.length });
    expect(await storage.listFiles()).toEqual([metadata]);
    await storage.deleteFile(path);
    expect(await textsOf(stores[owner]!)).toEqual({});
  });
});

test("a mount hides what the stores above it have there, also under its own name", async () => {
  const root = memoryOf("root", "a", "docs", "docs-old/a", "docs/a", "docs/api/b", "docs0", "x", "x/y", "x/y/a", "x/z");
  const storage = createMountStorage({
    "": root,
    docs: memoryOf("docs", "api", "api/c", "b"),
    "docs/api": memoryOf("api", "d"),
    "x/y": createMemoryStorage(),
  });
  expect(await textsOf(storage)).toEqual({
    a: "root",
    "docs-old/a": "root",
    "docs/api/d": "api",
    "docs/b": "docs",
    docs0: "root",
    "x/z": "root",
  });
  for (const hidden of ["docs", "docs/a", "docs/api", "docs/api/b", "docs/api/c", "x", "x/y", "x/y/a"]) {
    await expect(storage.readFile(hidden)).rejects.toMatchObject({ code: "VFS_FILE_NOT_FOUND", path: hidden });
    await expect(storage.deleteFile(hidden)).rejects.toMatchObject({ code: "VFS_FILE_NOT_FOUND", path: hidden });
  }
  expect(await root.listFiles()).toHaveLength(10);
});

describe("a listing asks only the stores that can have files of the prefix", () => {
  const asked = (prefix: string) => `listFiles ${JSON.stringify(prefix)}`;
  test.each<[prefix: string, calls: Record<string, string[]>]>([
    ["", { "": [asked("")], docs: [asked("")], "docs/api": [asked("")], é: [asked("")] }],
    ["d", { "": [asked("d")], docs: [asked("")], "docs/api": [asked("")], é: [] }],
    ["docs", { "": [asked("docs")], docs: [asked("")], "docs/api": [asked("")], é: [] }],
    ["docs/", { "": [], docs: [asked("")], "docs/api": [asked("")], é: [] }],
    ["docs/a", { "": [], docs: [asked("a")], "docs/api": [asked("")], é: [] }],
    ["docs/b", { "": [], docs: [asked("b")], "docs/api": [], é: [] }],
    ["docs/api/", { "": [], docs: [], "docs/api": [asked("")], é: [] }],
    ["docs/api/x/", { "": [], docs: [], "docs/api": [asked("x/")], é: [] }],
    ["docs-", { "": [asked("docs-")], docs: [], "docs/api": [], é: [] }],
    ["/", { "": [asked("/")], docs: [], "docs/api": [], é: [] }],
    ["../", { "": [asked("../")], docs: [], "docs/api": [], é: [] }],
  ])("%j", async (prefix, expected) => {
    const files = ["a", "b", "api", "x/a"];
    const recorded = Object.keys(expected).map((name) => [name, recordCalls(memoryOf(name, ...files))] as const);
    const storage = createMountStorage(Object.fromEntries(recorded.map(([name, { storage }]) => [name, storage])));
    const all = await storage.listFiles();
    for (const [, { calls }] of recorded) calls.length = 0;
    expect(await storage.listFiles({ prefix })).toEqual(all.filter(({ path }) => path.startsWith(prefix)));
    expect(Object.fromEntries(recorded.map(([name, { calls }]) => [name, calls]))).toEqual(expected);
  });
});

test("listings merge in the order of UTF-8", async () => {
  const storage = createMountStorage({
    "": memoryOf("", "a", "m", "m-", "m0", "m\uffee", "m😀", "z"),
    m: memoryOf("", "a", "\uffee", "😀"),
    "\uffee": memoryOf("", "b"),
    "😀": memoryOf("", "b"),
  });
  const paths = (await storage.listFiles()).map(({ path }) => path);
  expect(paths).toHaveLength(11);
  expect(paths).toEqual([...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
});

test("a file whose path would be too long in the tree is not there", async () => {
  const long = "x".repeat(508);
  const storage = createMountStorage({ docs: memoryOf("needle", "a", long, long.slice(1)) });
  const listed = ["docs/a", `docs/${long.slice(1)}`];
  expect((await storage.listFiles()).map(({ path }) => path)).toEqual(listed);
  expect(await storage.capabilities.search!.query("needle")).toEqual(listed);
  await expect(storage.readFile(`docs/${long}`)).rejects.toMatchObject({ code: "VFS_PATH_INVALID" });
});

describe("without a root", () => {
  const create = () => createMountStorage({ docs: memoryOf("1", "a"), "x/y": memoryOf("2", "b") });

  test.each(["a", "docs-old/a", "x/a", "docs", "x", "x/y"])("%s is not found and cannot be written", async (path) => {
    const storage = create();
    const { stat, readRange, createFile, replaceFile, moveFile } = storage.capabilities;
    for (const call of [
      storage.readFile(path),
      storage.deleteFile(path),
      stat!(path),
      readRange!(path, 0, 1),
      moveFile!(path, "docs/z"),
    ]) {
      await expect(call).rejects.toMatchObject({ code: "VFS_FILE_NOT_FOUND", path });
    }
    for (const call of [
      storage.writeFile(path, encode(""), "text/plain"),
      createFile!(path, encode(""), "text/plain"),
      replaceFile!(path, encode(""), "text/plain", "version"),
      moveFile!("docs/a", path),
    ]) {
      await expect(call).rejects.toMatchObject({ code: "VFS_PATH_CONFLICT", path });
    }
    expect(await textsOf(storage)).toEqual({ "docs/a": "1", "x/y/b": "2" });
  });

  test("messages say where files can be", async () => {
    const storage = create();
    const writing = async (path: string) => storage.writeFile(path, encode(""), "text/plain");
    await expect(writing("a")).rejects.toThrow('cannot write "a": files can only be under "docs/", "x/y/"');
    await expect(writing("docs")).rejects.toThrow('cannot write "docs": it is a directory');
    await expect(writing("x")).rejects.toThrow('cannot write "x": it is a directory, which holds "x/y"');
    await expect(storage.readFile("a")).rejects.toThrow('no file at "a": files can only be under "docs/", "x/y/"');
    const many = createMountStorage(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`m${i}`, memoryOf("")])));
    await expect(many.readFile("a")).rejects.toThrow("and 20 more");
  });
});

describe("read-only stores", () => {
  const create = () =>
    createMountStorage({ "": memoryOf("root", "a"), docs: readOnly(memoryOf("docs", "b")), "docs/out": memoryOf("") });

  test.each(["docs/b", "docs/missing"])("refuse every write to %s, and say which files it is", async (path) => {
    const storage = create();
    const { createFile, replaceFile, moveFile } = storage.capabilities;
    for (const call of [
      storage.writeFile(path, encode(""), "text/plain"),
      storage.deleteFile(path),
      createFile!(path, encode(""), "text/plain"),
      replaceFile!(path, encode(""), "text/plain", "version"),
      moveFile!(path, "z"),
      moveFile!("a", path, { overwrite: true }),
    ]) {
      await expect(call).rejects.toMatchObject({
        code: "VFS_READ_ONLY",
        path,
        message: 'files under "docs/" are read-only',
      });
    }
    expect(await textsOf(storage)).toEqual({ a: "root", "docs/b": "docs" });
  });

  test("leave the others writable", async () => {
    const storage = create();
    expect(storage.capabilities.readOnly).toBeUndefined();
    await storage.writeFile("docs/out/c", encode("c"), "text/plain");
    await storage.deleteFile("a");
    expect(await textsOf(storage)).toEqual({ "docs/b": "docs", "docs/out/c": "c" });
  });

  test("a read-only root says so without a name", async () => {
    const storage = createMountStorage({ "": readOnly(memoryOf("")), out: memoryOf("") });
    await expect(storage.writeFile("a", encode(""), "text/plain")).rejects.toMatchObject({
      code: "VFS_READ_ONLY",
      message: "files outside of the mounted directories are read-only",
    });
  });

  test("make the whole tree read-only where there are no others: every write is refused, wherever", async () => {
    const storage = createMountStorage({ docs: readOnly(memoryOf("docs", "b")) });
    expect(storage.capabilities.readOnly).toBe(true);
    for (const path of ["docs/b", "docs/x", "docs", "elsewhere"]) {
      await expect(storage.writeFile(path, encode(""), "text/plain")).rejects.toMatchObject({ code: "VFS_READ_ONLY" });
      await expect(storage.deleteFile(path)).rejects.toMatchObject({ code: "VFS_READ_ONLY", path });
    }
  });
});

describe("every method checks the path, then the signal, before it looks where the path leads", () => {
  const storage = createMountStorage({ docs: memoryOf("", "a"), ro: readOnly(memoryOf("")) });
  const { stat, createFile, replaceFile, moveFile, readRange } = storage.capabilities;
  const methods: Record<string, (path: string, signal: AbortSignal) => Promise<unknown>> = {
    readFile: (path, signal) => storage.readFile(path, { signal }),
    writeFile: (path, signal) => storage.writeFile(path, encode(""), "text/plain", { signal }),
    deleteFile: (path, signal) => storage.deleteFile(path, { signal }),
    stat: (path, signal) => stat!(path, { signal }),
    createFile: (path, signal) => createFile!(path, encode(""), "text/plain", { signal }),
    replaceFile: (path, signal) => replaceFile!(path, encode(""), "text/plain", "1", { signal }),
    "moveFile from": (path, signal) => moveFile!(path, "docs/z", { signal }),
    "moveFile to": (path, signal) => moveFile!("docs/a", path, { signal }),
    readRange: (path, signal) => readRange!(path, 0, 1, { signal }),
  };
  test.each(Object.entries(methods))("%s", async (_, call) => {
    const aborted = AbortSignal.abort("stop");
    for (const path of ["", "/docs/a", "docs/", "docs/../a", "docs\\a", "docs/a\0"]) {
      await expect(call(path, aborted)).rejects.toMatchObject({ code: "VFS_PATH_INVALID" });
    }
    for (const path of ["docs/a", "docs", "elsewhere", "ro/a"]) await expect(call(path, aborted)).rejects.toBe("stop");
  });

  test("listFiles and search", async () => {
    const signal = AbortSignal.abort("stop");
    await expect(storage.listFiles({ signal })).rejects.toBe("stop");
    await expect(storage.listFiles({ prefix: "elsewhere", signal })).rejects.toBe("stop");
    await expect(storage.capabilities.search!.query("", { signal })).rejects.toBe("stop");
  });
});

test("mounts of mounts are one tree", async () => {
  const inner = createMountStorage({ "": memoryOf("1", "a"), b: memoryOf("2", "c") });
  const storage = createMountStorage({ outer: inner });
  expect(await textsOf(storage)).toEqual({ "outer/a": "1", "outer/b/c": "2" });
  await expect(storage.readFile("outer/b/x")).rejects.toMatchObject({
    path: "outer/b/x",
    message: 'no file at "outer/b/x"',
  });
});
