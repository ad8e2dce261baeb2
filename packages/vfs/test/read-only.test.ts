import { type FileMetadata, readOnly, type Storage, type StorageCapabilities, VfsError } from "@x/vfs";
import { describe, expect, test } from "vitest";
import { emptyFile, metadataOf, testStorage } from "./test-storage.js";

const bytes = new Uint8Array([1]);

const everyCapability = {
  search: { query: async () => ["a"], syntax: "any words" },
  scope: (name) => testStorage({ stat: async () => metadataOf(name) }),
  stat: async (path) => metadataOf(path),
  createFile: async () => undefined,
  replaceFile: async () => undefined,
  moveFile: async () => undefined,
  readFiles: async function* (paths) {
    for (const path of paths) yield emptyFile(path);
  },
  readRange: async (path) => emptyFile(path),
  lockTarget: (path) => ({ storage: testStorage(), path }),
} satisfies StorageCapabilities;

describe("capabilities", () => {
  test("keeps what only reads, drops what writes", () => {
    const { capabilities } = readOnly(testStorage(everyCapability));
    expect(Object.keys(capabilities).sort()).toEqual([
      "lockTarget",
      "readFiles",
      "readOnly",
      "readRange",
      "scope",
      "search",
      "stat",
    ]);
    expect(capabilities.readOnly).toBe(true);
    expect(capabilities.search).toBe(everyCapability.search);
  });

  test("are called as methods of the store's own", async () => {
    const own = { ...everyCapability, root: "r/" };
    Object.assign(own, {
      scope: function (this: typeof own, name: string) {
        return testStorage({ stat: async () => metadataOf(this.root + name) });
      },
      async stat(this: typeof own, path: string) {
        return metadataOf(this.root + path);
      },
      async *readFiles(this: typeof own, paths: Iterable<string>) {
        for (const path of paths) yield emptyFile(this.root + path);
      },
      async readRange(this: typeof own, path: string) {
        return emptyFile(this.root + path);
      },
    });
    const { scope, stat, readFiles, readRange } = readOnly(testStorage(own)).capabilities;
    expect(await stat!("a")).toEqual(metadataOf("r/a"));
    expect(await readRange!("a", 0, 1)).toEqual(emptyFile("r/a"));
    expect(await readFiles!(["a"])[Symbol.asyncIterator]().next()).toMatchObject({ value: emptyFile("r/a") });
    expect(await scope!("t").capabilities.stat!("")).toEqual(metadataOf("r/t"));
  });

  test("metadata may say that nothing is known", () => {
    const metadata: FileMetadata = { ...metadataOf("a"), updatedAt: undefined, version: undefined };
    expect(metadata.version).toBeUndefined();
  });

  test("adds none that the store lacks", () => {
    expect(Object.keys(readOnly(testStorage()).capabilities).sort()).toEqual(["lockTarget", "readOnly"]);
  });

  test.each(["search", "scope", "stat", "readFiles", "readRange"] as const)("keeps %s by itself", (name) => {
    const { capabilities } = readOnly(testStorage({ [name]: everyCapability[name] }));
    expect(Object.keys(capabilities).sort()).toEqual(["lockTarget", "readOnly", name].sort());
  });

  test("cannot be changed", () => {
    expect(Object.isFrozen(readOnly(testStorage()).capabilities)).toBe(true);
  });

  test("a scope is read-only too", async () => {
    const scope = readOnly(testStorage(everyCapability)).capabilities.scope!("tenant");
    expect(Object.keys(scope.capabilities).sort()).toEqual(["lockTarget", "readOnly", "stat"]);
    expect(await scope.capabilities.stat!("x")).toEqual(metadataOf("tenant"));
    await expect(scope.writeFile("x", bytes, "text/plain")).rejects.toMatchObject({ code: "VFS_READ_ONLY" });
  });

  test("locks where the store does", () => {
    const storage = testStorage();
    expect(readOnly(storage).capabilities.lockTarget!("a")).toEqual({ storage, path: "a" });
  });
});

test("reads through", async () => {
  const storage = testStorage();
  const view = readOnly(storage);
  expect(await view.listFiles({ prefix: "b" })).toEqual([metadataOf("b")]);
  expect(await view.readFile("a")).toEqual(emptyFile("a"));
  expect(storage.calls).toEqual(["listFiles b", "readFile a"]);
});

describe.each<[method: string, write: (storage: Storage, path: string, signal?: AbortSignal) => Promise<void>]>([
  ["writeFile", (storage, path, signal) => storage.writeFile(path, bytes, "text/plain", { signal })],
  ["deleteFile", (storage, path, signal) => storage.deleteFile(path, { signal })],
])("%s", (_, write) => {
  test.each(["a", "missing"])("of %s is refused and never reaches the store", async (path) => {
    const storage = testStorage();
    const error: unknown = await write(readOnly(storage), path).catch((error: unknown) => error);
    expect(VfsError.is(error, "VFS_READ_ONLY")).toBe(true);
    expect(error).toMatchObject({ path });
    expect(storage.calls).toEqual([]);
  });

  test("checks the path, then the signal, then refuses", async () => {
    const view = readOnly(testStorage());
    const aborted = AbortSignal.abort("stop");
    await expect(write(view, "../a", aborted)).rejects.toMatchObject({ code: "VFS_PATH_INVALID" });
    await expect(write(view, "a", aborted)).rejects.toBe("stop");
  });
});
