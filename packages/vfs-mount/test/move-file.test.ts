import { type Storage, VfsError, withPathLock } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { describe, expect, test } from "vitest";
import { encode, memoryOf, textsOf } from "./text-files.js";

/** The store, with a `deleteFile` that fails with this error. */
const undeletable = (storage: Storage, error: unknown): Storage => ({
  ...storage,
  deleteFile: async () => Promise.reject(error),
});

/** The same store, whose files carry no version. */
const unversioned = (storage: Storage): Storage => ({
  ...storage,
  readFile: async (...call) => {
    const { content, metadata } = await storage.readFile(...call);
    return { content, metadata: { ...metadata, version: undefined } };
  },
});

test("within one store it is the store's own move", async () => {
  const docs = memoryOf("1", "a");
  const storage = createMountStorage({ docs: undeletable(docs, new Error("a move that deletes")) });
  const { version } = await docs.capabilities.stat!("a");
  await storage.capabilities.moveFile!("docs/a", "docs/b/c");
  expect(await docs.listFiles()).toMatchObject([{ path: "b/c", version }]);
});

test("within one store its errors name paths of the tree", async () => {
  const storage = createMountStorage({ docs: memoryOf("1", "a", "b") });
  await expect(storage.capabilities.moveFile!("docs/a", "docs/b")).rejects.toMatchObject({
    code: "VFS_FILE_EXISTS",
    path: "docs/b",
    message: 'a file already exists at "docs/b"',
  });
});

describe("between two stores", () => {
  const create = () => {
    const [root, docs] = [createMemoryStorage(), createMemoryStorage()];
    return { root, docs, storage: createMountStorage({ "": root, docs }) };
  };

  test("keeps bytes and content type", async () => {
    const { root, docs, storage } = create();
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    await storage.writeFile("a", bytes, "text/x-own");
    await storage.capabilities.moveFile!("a", "docs/b");
    expect(await docs.readFile("b")).toMatchObject({ content: bytes, metadata: { contentType: "text/x-own" } });
    expect(await root.listFiles()).toEqual([]);
  });

  test("replaces a file only with overwrite", async () => {
    const { storage } = create();
    await storage.writeFile("a", encode("a"), "text/plain");
    await storage.writeFile("docs/b", encode("b"), "text/plain");
    for (const options of [undefined, {}, { overwrite: false }]) {
      await expect(storage.capabilities.moveFile!("a", "docs/b", options)).rejects.toMatchObject({
        code: "VFS_FILE_EXISTS",
        path: "docs/b",
      });
    }
    expect(await textsOf(storage)).toEqual({ a: "a", "docs/b": "b" });
    await storage.capabilities.moveFile!("a", "docs/b", { overwrite: true });
    expect(await textsOf(storage)).toEqual({ "docs/b": "a" });
  });

  test("a missing source is not found, and the destination stays", async () => {
    const { storage } = create();
    await storage.writeFile("docs/b", encode("b"), "text/plain");
    await expect(storage.capabilities.moveFile!("a", "docs/b", { overwrite: true })).rejects.toMatchObject({
      code: "VFS_FILE_NOT_FOUND",
      path: "a",
    });
    expect(await textsOf(storage)).toEqual({ "docs/b": "b" });
  });

  test.each<[title: string, error: unknown, code: string]>([
    ["a VfsError", new VfsError("VFS_READ_ONLY", 'not "a"', { path: "a" }), "VFS_READ_ONLY"],
    ["anything else", new Error("postgres://secret"), "VFS_UNAVAILABLE"],
  ])("where the source cannot be removed, with %s, both remain and the error says so", async (_, cause, code) => {
    const storage = createMountStorage({ from: undeletable(memoryOf("1", "a"), cause), to: memoryOf("") });
    await expect(storage.capabilities.moveFile!("from/a", "to/b")).rejects.toMatchObject({
      code,
      path: "from/a",
      message: 'copied "from/a" to "to/b" but could not remove the first, so both files remain',
      cause,
    });
    expect(await textsOf(storage)).toEqual({ "from/a": "1", "to/b": "1" });
  });

  test("a source that somebody else removed meanwhile is moved all the same", async () => {
    const gone = new VfsError("VFS_FILE_NOT_FOUND", "gone", { path: "a" });
    const storage = createMountStorage({ from: undeletable(memoryOf("1", "a"), gone), to: memoryOf("") });
    await storage.capabilities.moveFile!("from/a", "to/b");
    expect(await storage.readFile("to/b")).toMatchObject({ content: encode("1") });
  });

  test.each<[title: string, wrap: (storage: Storage) => Storage]>([
    ["by its version", (storage) => storage],
    ["by its bytes", unversioned],
  ])("a source that is written meanwhile is known %s, and both files remain", async (_, wrap) => {
    const from = wrap(memoryOf("1", "a"));
    const to = createMemoryStorage();
    const writingTo: Storage = {
      ...to,
      writeFile: async (...call) => {
        await from.writeFile("a", encode("2"), "text/plain");
        await to.writeFile(...call);
      },
    };
    const storage = createMountStorage({ from, to: writingTo });
    await expect(storage.capabilities.moveFile!("from/a", "to/b", { overwrite: true })).rejects.toMatchObject({
      code: "VFS_VERSION_CONFLICT",
      path: "from/a",
      message: 'copied "from/a" to "to/b" but the first was changed meanwhile, so both files remain',
    });
    expect(await textsOf(storage)).toEqual({ "from/a": "2", "to/b": "1" });
    await storage.capabilities.moveFile!("from/a", "to/c");
    expect(await textsOf(storage)).toEqual({ "to/b": "1", "to/c": "2" });
  });

  test("an abort after the copy does not leave half a move", async () => {
    const controller = new AbortController();
    const to = createMemoryStorage();
    const aborting: Storage = {
      ...to,
      writeFile: async (...call) => {
        await to.writeFile(...call);
        controller.abort();
      },
    };
    const storage = createMountStorage({ from: memoryOf("1", "a"), to: aborting });
    await storage.capabilities.moveFile!("from/a", "to/b", { overwrite: true, signal: controller.signal });
    expect(await textsOf(storage)).toEqual({ "to/b": "1" });
  });

  test("of many moves of one file, and of many to one path, one succeeds and nothing is lost", async () => {
    const { storage } = create();
    const { moveFile } = storage.capabilities;
    await storage.writeFile("a", encode("a"), "text/plain");
    const outOfOne = await Promise.allSettled([1, 2, 3, 4].map((n) => moveFile!("a", `docs/${n}`)));
    expect(outOfOne.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await storage.listFiles()).toHaveLength(1);

    for (const n of [1, 2, 3, 4]) await storage.writeFile(`f${n}`, encode(`${n}`), "text/plain");
    const intoOne = await Promise.allSettled([1, 2, 3, 4].map((n) => moveFile!(`f${n}`, "docs/one")));
    expect(intoOne.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await storage.listFiles()).toHaveLength(5);
  });

  test("works under the caller's locks on both paths", async () => {
    const { storage } = create();
    await storage.writeFile("a", encode("a"), "text/plain");
    await withPathLock(storage, ["a", "docs/b"], () => storage.capabilities.moveFile!("a", "docs/b"));
    expect(await textsOf(storage)).toEqual({ "docs/b": "a" });
  });
});

describe("one file under two names is not lost", () => {
  test("where one store is mounted twice", async () => {
    const shared = memoryOf("1", "a");
    const storage = createMountStorage({ x: shared, y: shared });
    for (const options of [{ overwrite: true }, {}]) await storage.capabilities.moveFile!("x/a", "y/a", options);
    expect(await textsOf(shared)).toEqual({ a: "1" });
    await storage.capabilities.moveFile!("x/a", "y/b");
    expect(await textsOf(shared)).toEqual({ b: "1" });
    await storage.writeFile("x/c", encode("2"), "text/plain");
    await expect(storage.capabilities.moveFile!("x/b", "y/c")).rejects.toMatchObject({
      path: "y/c",
      message: 'a file already exists at "y/c"',
    });
  });

  test("where a wrapper leads to the other store", async () => {
    const shared = memoryOf("1", "a");
    const { capabilities } = shared;
    const wrapper: Storage = {
      ...shared,
      capabilities: { ...capabilities, lockTarget: (path) => ({ storage: shared, path }) },
    };
    const storage = createMountStorage({ x: shared, y: wrapper });
    await storage.capabilities.moveFile!("x/a", "y/a", { overwrite: true });
    expect(await textsOf(shared)).toEqual({ a: "1" });
    await storage.capabilities.moveFile!("x/a", "y/b");
    expect(await textsOf(shared)).toEqual({ b: "1" });
  });
});
