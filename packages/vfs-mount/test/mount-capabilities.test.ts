import { readOnly, type Storage, type StorageCapabilities, withPathLock } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { describe, expect, test } from "vitest";
import { collect, encode, memoryOf, textsOf } from "./text-files.js";

type Name = keyof StorageCapabilities;

function without(storage: Storage, ...names: Name[]): Storage {
  const kept = Object.entries(storage.capabilities).filter(([name]) => !names.includes(name as Name));
  return { ...storage, capabilities: Object.fromEntries(kept) };
}

const everything: Name[] = [
  "createFile",
  "lockTarget",
  "moveFile",
  "readFiles",
  "readRange",
  "replaceFile",
  "scope",
  "search",
  "stat",
];
const lacking = (...names: Name[]) => everything.filter((name) => !names.includes(name));
const memory = createMemoryStorage;
const readers: Name[] = ["lockTarget", "readFiles", "readOnly", "readRange", "scope", "search", "stat"];

test("a store's capabilities are called as methods of its own", async () => {
  const inner = memoryOf("1", "f");
  class Capabilities {
    readonly #inner = inner.capabilities;
    stat(path: string) {
      return this.#inner.stat!(path);
    }
    readRange(path: string, start: number, length: number) {
      return this.#inner.readRange!(path, start, length);
    }
    readFiles(paths: Iterable<string>) {
      return this.#inner.readFiles!(paths);
    }
    createFile(path: string, content: Uint8Array, contentType: string) {
      return this.#inner.createFile!(path, content, contentType);
    }
    moveFile(source: string, destination: string) {
      return this.#inner.moveFile!(source, destination);
    }
    scope(name: string) {
      return this.#inner.scope!(name);
    }
  }
  const { capabilities } = createMountStorage({ docs: { ...inner, capabilities: new Capabilities() } });
  expect(await capabilities.stat!("docs/f")).toMatchObject({ path: "docs/f", size: 1 });
  expect(await capabilities.readRange!("docs/f", 0, 1)).toMatchObject({ content: encode("1") });
  expect(await collect(capabilities.readFiles!(["docs/f"]))).toHaveLength(1);
  await capabilities.createFile!("docs/g", encode("2"), "text/plain");
  await capabilities.moveFile!("docs/g", "docs/h");
  expect(await textsOf(inner)).toEqual({ f: "1", h: "2" });
  expect(await capabilities.scope!("tenant").listFiles()).toEqual([]);
});

test.each<[title: string, stores: Record<string, Storage>, expected: Name[]]>([
  ["all have everything", { "": memory(), a: memory() }, everything],
  ["one has nothing", { "": memory(), a: without(memory(), ...everything) }, ["lockTarget", "search"]],
  ["none has anything", { a: without(memory(), ...everything) }, ["lockTarget"]],
  ["one is read-only", { "": memory(), a: readOnly(memory()) }, everything],
  ["all are read-only", { "": readOnly(memory()), a: readOnly(memory()) }, readers],
  ["one lacks stat", { "": memory(), a: without(memory(), "stat") }, lacking("stat")],
  ["a read-only one lacks stat", { "": memory(), a: readOnly(without(memory(), "stat")) }, lacking("stat")],
  ["one lacks scope", { "": memory(), a: without(memory(), "scope") }, lacking("scope")],
  ["one lacks readFiles", { "": memory(), a: without(memory(), "readFiles") }, lacking("readFiles")],
  ["one lacks readRange", { "": memory(), a: without(memory(), "readRange") }, lacking("readRange")],
  ["one lacks search", { "": memory(), a: without(memory(), "search") }, everything],
  ["all lack search", { "": without(memory(), "search") }, lacking("search")],
  ["one lacks replaceFile", { "": memory(), a: without(memory(), "replaceFile") }, lacking("replaceFile")],
  ["one lacks moveFile", { "": memory(), a: without(memory(), "moveFile") }, lacking("moveFile")],
  ["one lacks createFile", { "": memory(), a: without(memory(), "createFile") }, lacking("createFile", "moveFile")],
  [
    "the only one that is written to lacks createFile, and moves by itself",
    { "": without(memory(), "createFile"), a: readOnly(memory()) },
    lacking("createFile"),
  ],
])("%s", (_, stores, expected) => {
  const { capabilities } = createMountStorage(stores);
  expect(Object.keys(capabilities).sort()).toEqual([...expected].sort());
  expect(Object.isFrozen(capabilities)).toBe(true);
});

test("stat, readRange, createFile and replaceFile go to the store of the path", async () => {
  const docs = memoryOf("0123", "a");
  const { stat, readRange, createFile, replaceFile } = createMountStorage({ "": memory(), docs }).capabilities;
  const metadata = await stat!("docs/a");
  expect(metadata).toEqual({ ...(await docs.capabilities.stat!("a")), path: "docs/a" });
  expect(await readRange!("docs/a", 1, 2)).toEqual({ content: encode("12"), metadata });
  await replaceFile!("docs/a", encode("new"), "text/plain", metadata.version!);
  await expect(replaceFile!("docs/a", encode("newer"), "text/plain", metadata.version!)).rejects.toMatchObject({
    code: "VFS_VERSION_CONFLICT",
    path: "docs/a",
  });
  await createFile!("docs/b", encode("b"), "text/plain");
  await expect(createFile!("docs/b", encode("c"), "text/plain")).rejects.toMatchObject({
    code: "VFS_FILE_EXISTS",
    path: "docs/b",
    message: 'a file already exists at "docs/b"',
  });
  expect(await textsOf(docs)).toEqual({ a: "new", b: "b" });
});

describe("scope", () => {
  test("is the same tree over the scopes of each store", async () => {
    const [root, docs] = [memoryOf("root", "a"), memoryOf("docs", "b")];
    const scope = createMountStorage({ "": root, docs }).capabilities.scope!;
    expect(await textsOf(scope("tenant"))).toEqual({});
    await scope("tenant").writeFile("docs/b", encode("mine"), "text/plain");
    expect(await textsOf(scope("tenant"))).toEqual({ "docs/b": "mine" });
    expect(await textsOf(docs.capabilities.scope!("tenant"))).toEqual({ b: "mine" });
    expect(await textsOf(scope("other"))).toEqual({});
    await expect(scope("tenant").writeFile("docs", encode(""), "text/plain")).rejects.toMatchObject({
      code: "VFS_PATH_CONFLICT",
    });
  });

  test.each(["", undefined])("%o is no name", (name) => {
    expect(() => createMountStorage({ a: memory() }).capabilities.scope!(name!)).toThrow(TypeError);
  });
});

describe("locks are those of the mounted store", () => {
  test.each<[path: string, name: string, own: string]>([
    ["a", "", "a"],
    ["docs/a", "docs", "a"],
    ["docs-old/a", "", "docs-old/a"],
  ])("%s", async (path, name, own) => {
    const stores: Record<string, Storage> = { "": memory(), docs: memory() };
    const storage = createMountStorage(stores);
    expect(storage.capabilities.lockTarget!(path)).toEqual({ storage: stores[name], path: own });
    const order: string[] = [];
    await Promise.all([
      withPathLock(storage, [path], async () => {
        await new Promise((resolve) => setImmediate(resolve));
        order.push("through the tree");
      }),
      withPathLock(stores[name]!, [own], () => order.push("directly")),
    ]);
    expect(order).toEqual(["through the tree", "directly"]);
  });

  test("a path without a store has a lock of the tree", async () => {
    const storage = createMountStorage({ docs: memory() });
    expect(storage.capabilities.lockTarget!("docs")).toEqual({ storage, path: "docs" });
    expect(await withPathLock(storage, ["docs", "elsewhere"], () => "done")).toBe("done");
  });
});
