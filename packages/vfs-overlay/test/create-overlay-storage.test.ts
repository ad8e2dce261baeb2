import { readOnly, type Storage, type StorageCapabilities, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createOverlayStorage, type OverlayStorageOptions } from "@x/vfs-overlay";
import { describe, expect, test } from "vitest";
import { bare, bytes, failureOf, filesOf, textOf, write } from "./samples.js";

const memory = createMemoryStorage();
const only = (...names: (keyof StorageCapabilities)[]): Storage => ({
  ...memory,
  capabilities: Object.fromEntries(names.map((name) => [name, memory.capabilities[name]])),
});

describe("capabilities", () => {
  const own = ["createFile", "moveFile"];
  const cases: [string, OverlayStorageOptions, string[]][] = [
    [
      "a base with all",
      { base: memory },
      ["createFile", "moveFile", "readFiles", "readRange", "replaceFile", "scope", "search", "stat"],
    ],
    ["a base with none", { base: bare(memory) }, own],
    ["stat alone", { base: only("stat") }, [...own, "stat"]],
    ["replaceFile alone", { base: only("replaceFile") }, [...own, "replaceFile"]],
    ["readFiles alone", { base: only("readFiles") }, [...own, "readFiles"]],
    ["readRange in both", { base: only("readRange") }, [...own, "readRange"]],
    ["readRange in the base only", { base: only("readRange"), layer: bare(memory) }, own],
    ["a search of the same syntax", { base: only("search") }, [...own, "search"]],
    ["a search of the same syntax, over the host's layer", { base: only("search"), layer: memory }, own],
    ["a base that moves and creates", { base: only("moveFile", "createFile") }, own],
    [
      "a read-only base",
      { base: readOnly(memory) },
      ["createFile", "moveFile", "readFiles", "readRange", "scope", "search", "stat"],
    ],
    ["an overlay", { base: createOverlayStorage({ base: bare(memory) }) }, own],
  ];
  test.each(cases)("%s", (_, options, names) => {
    const { capabilities } = createOverlayStorage(options);
    expect(Object.keys(capabilities).sort()).toEqual(names);
    expect(Object.isFrozen(capabilities)).toBe(true);
  });
});

test.each<[string, unknown]>([
  ["base must be a store", {}],
  ["base must be a store", { base: {} }],
  ["layer must be a store", { base: memory, layer: {} }],
  ["the layer must not be read-only", { base: memory, layer: readOnly(memory) }],
])("a mistake of the program is told when it is created: %s", (message, options) => {
  expect(() => createOverlayStorage(options as OverlayStorageOptions)).toThrow(new TypeError(message));
});

describe("scope", () => {
  test("is an overlay over the base's scope, the same for the same name, and no part of the outer one", async () => {
    const base = createMemoryStorage();
    const baseScope = base.capabilities.scope!("one");
    await write(baseScope, "a", "1");
    const overlay = createOverlayStorage({ base });
    const one = overlay.capabilities.scope!("one");
    expect(overlay.capabilities.scope!("one")).toBe(one);
    const two = overlay.capabilities.scope!("two");

    await write(one, "a", "2");
    await write(two, "a", "3");
    await write(overlay, "a", "4");
    expect(await textOf(baseScope, "a")).toBe("1");
    expect(await overlay.changes()).toEqual([{ path: "a", kind: "added", size: 1 }]);
    expect(await one.changes()).toEqual([{ path: "a", kind: "modified", size: 1, previousSize: 1 }]);
    await overlay.commit();
    expect(await textOf(baseScope, "a")).toBe("1");
    await one.commit();
    expect(await textOf(baseScope, "a")).toBe("2");
    expect(await two.changes()).toHaveLength(1);
    expect(await filesOf(base)).toEqual([["a", "4"]]);
  });

  test("refuses what the base refuses as a name", () => {
    const { scope } = createOverlayStorage({ base: createMemoryStorage() }).capabilities;
    expect(() => scope!("")).toThrow(TypeError);
    expect(() => scope!(undefined as unknown as string)).toThrow(TypeError);
  });
});

test("overlays can be stacked: one commits into the next", async () => {
  const base = createMemoryStorage({ files: { a: "1", b: "2" } });
  const lower = createOverlayStorage({ base });
  const upper = createOverlayStorage({ base: lower });
  await write(lower, "a", "lower");
  await write(upper, "a", "upper");
  await upper.capabilities.moveFile!("b", "c");
  await upper.commit();
  expect((await lower.changes()).map(({ kind, path }) => [kind, path])).toEqual([
    ["modified", "a"],
    ["moved", "c"],
  ]);
  await lower.commit();
  expect(await filesOf(base)).toEqual([
    ["a", "upper"],
    ["c", "2"],
  ]);
});

describe("discard", () => {
  test("drops the changes named, a move whole, and gives them", async () => {
    const base = createMemoryStorage({ files: { a: "1", b: "2", c: "3" } });
    const overlay = createOverlayStorage({ base });
    await write(overlay, "a", "new");
    await overlay.capabilities.moveFile!("b", "z");
    await overlay.deleteFile("c");
    expect(await overlay.discard({ paths: ["z", "none", "a"] })).toEqual([
      { path: "a", kind: "modified", size: 3, previousSize: 1 },
      { path: "z", kind: "moved", from: "b", size: 1, previousSize: 1 },
    ]);
    expect(await filesOf(overlay)).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
    expect(await failureOf(overlay.discard({ paths: ["c", ""] }))).toMatchObject({ code: "VFS_PATH_INVALID" });
    expect(await overlay.discard()).toEqual([{ path: "c", kind: "deleted", previousSize: 1 }]);
    expect(await filesOf(overlay)).toEqual(await filesOf(base));
    expect(await overlay.discard()).toEqual([]);
  });
});

describe("when the layer fails", () => {
  const failing = (error: unknown): Storage => ({
    ...bare(memory),
    writeFile: async () => {
      throw error;
    },
  });
  test.each([
    [new Error("no space on /srv/secret"), "VFS_UNAVAILABLE"],
    [new VfsError("VFS_PATH_INVALID", "overlay-1/0 is no name here"), "VFS_UNAVAILABLE"],
    [new VfsError("VFS_FILE_TOO_LARGE", "too large"), "VFS_FILE_TOO_LARGE"],
  ])("a write fails with the path that was written, and changes nothing", async (error, code) => {
    const overlay = createOverlayStorage({ base: createMemoryStorage({ files: { a: "1" } }), layer: failing(error) });
    const failure = await failureOf(write(overlay, "a", "2"));
    expect(failure).toMatchObject({ code, path: "a", cause: error });
    expect(failure.message).toBe('the overlay could not keep "a"');
    expect(await overlay.changes()).toEqual([]);
    expect(await textOf(overlay, "a")).toBe("1");
  });
});

test("when the base fails, a write fails as it does, and changes nothing", async () => {
  const fault = new VfsError("VFS_UNAVAILABLE", "down");
  const layer = createMemoryStorage();
  const base: Storage = {
    ...bare(memory),
    readFile: async () => {
      throw fault;
    },
  };
  const overlay = createOverlayStorage({ base, layer });
  await expect(write(overlay, "a", "2")).rejects.toBe(fault);
  await expect(overlay.deleteFile("a")).rejects.toBe(fault);
  await expect(overlay.capabilities.moveFile!("a", "b")).rejects.toBe(fault);
  expect(await overlay.changes()).toEqual([]);
  expect(await layer.listFiles()).toEqual([]);
});

test("a write that is aborted while the base is asked changes nothing", async () => {
  const controller = new AbortController();
  const inner = createMemoryStorage({ files: { a: "1" } });
  const base: Storage = {
    ...bare(inner),
    readFile: (path) => {
      controller.abort("stop");
      return inner.readFile(path);
    },
  };
  const overlay = createOverlayStorage({ base });
  const { signal } = controller;
  await expect(overlay.writeFile("a", bytes("2"), "text/plain", { signal })).rejects.toBe("stop");
  expect(await overlay.changes()).toEqual([]);
});

test("a write or move that another call overtakes while the base is asked starts over", async () => {
  const inner = createMemoryStorage({ files: { a: "1" } });
  let overtake: (() => Promise<unknown>) | undefined;
  const base: Storage = {
    ...bare(inner),
    readFile: async (path) => {
      const work = overtake;
      overtake = undefined;
      const read = inner.readFile(path);
      await Promise.allSettled([read]);
      await work?.();
      return read;
    },
  };
  const overlay = createOverlayStorage({ base });
  overtake = () => write(overlay, "a", "other");
  await overlay.capabilities.moveFile!("a", "b");
  expect(await filesOf(overlay)).toEqual([["b", "other"]]);

  // Written, committed and so taken over by the base, while the write below still looks at the base of before.
  overtake = async () => {
    await write(overlay, "c", "first");
    await overlay.commit();
  };
  expect(await failureOf(overlay.capabilities.createFile!("c", bytes("second"), "text/plain"))).toMatchObject({
    code: "VFS_FILE_EXISTS",
  });
  expect(await textOf(inner, "c")).toBe("first");
});
