import { runInNewContext } from "node:vm";
import { type Storage, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { describe, expect, test } from "vitest";
import { collect, encode, pathsOf, textOf } from "./file-helpers.js";

describe("options", () => {
  test("files: text and bytes, with the content types of their extensions", async () => {
    const bytes = Uint8Array.of(0, 255);
    const storage = createMemoryStorage({ files: { "a.md": "é", "b/c.png": bytes, LICENSE: "" } });
    bytes.fill(1);
    expect(await pathsOf(storage)).toEqual(["LICENSE", "a.md", "b/c.png"]);
    expect(await textOf(storage, "a.md")).toBe("é");
    expect((await storage.readFile("b/c.png")).content).toEqual(Uint8Array.of(0, 255));
    expect((await storage.listFiles()).map((f) => [f.contentType, f.size])).toEqual([
      ["text/plain", 0],
      ["text/markdown", 2],
      ["image/png", 2],
    ]);
  });

  test("files: an invalid path and a wrong value are refused", () => {
    expect(() => createMemoryStorage({ files: { "../a": "" } })).toThrow(
      expect.objectContaining({ code: "VFS_PATH_INVALID" }),
    );
    expect(() => createMemoryStorage({ files: { a: 1 as unknown as string } })).toThrow(TypeError);
  });

  test("now: the clock of updatedAt, whose dates are the caller's own", async () => {
    const shown = new Date(0);
    const storage = createMemoryStorage({ now: () => shown });
    await storage.writeFile("a", encode(""), "text/plain");
    shown.setTime(1);
    const first = await storage.capabilities.stat!("a");
    expect(first.updatedAt).toEqual(new Date(0));
    first.updatedAt!.setTime(2);
    for (const again of [
      await storage.capabilities.stat!("a"),
      (await storage.readFile("a")).metadata,
      (await storage.listFiles())[0]!,
    ]) {
      expect(again.updatedAt).toEqual(new Date(0));
    }
  });

  test("a clock that throws fails the write, and the old file stays", async () => {
    let broken = false;
    const storage = createMemoryStorage({
      files: { a: "old" },
      now: () => {
        if (broken) throw new Error("no time");
        return new Date(0);
      },
    });
    broken = true;
    await expect(storage.writeFile("a", encode("new"), "text/plain")).rejects.toThrow("no time");
    expect(await textOf(storage, "a")).toBe("old");
  });
});

test("has every capability but readOnly and lockTarget, and they are fixed", () => {
  const { capabilities } = createMemoryStorage();
  expect(Object.keys(capabilities).sort()).toEqual([
    "createFile",
    "moveFile",
    "readFiles",
    "readRange",
    "replaceFile",
    "scope",
    "search",
    "stat",
  ]);
  expect(Object.isFrozen(capabilities)).toBe(true);
  expect(Object.isFrozen(capabilities.search)).toBe(true);
});

/** Every method that takes a path, with the arguments that make it succeed on a file `a`. */
const methods: Record<string, (storage: Storage, path: string, signal?: AbortSignal) => Promise<unknown>> = {
  readFile: (storage, path, signal) => storage.readFile(path, { signal }),
  writeFile: (storage, path, signal) => storage.writeFile(path, encode(""), "text/plain", { signal }),
  deleteFile: (storage, path, signal) => storage.deleteFile(path, { signal }),
  stat: (storage, path, signal) => storage.capabilities.stat!(path, { signal }),
  createFile: (storage, path, signal) => storage.capabilities.createFile!(path, encode(""), "text/plain", { signal }),
  replaceFile: async (storage, path, signal) => {
    const version = (await storage.capabilities.stat!("a")).version!;
    await storage.capabilities.replaceFile!(path, encode(""), "text/plain", version, { signal });
  },
  "moveFile from": (storage, path, signal) => storage.capabilities.moveFile!(path, "z", { signal }),
  "moveFile to": (storage, path, signal) =>
    storage.capabilities.moveFile!("a", path, { overwrite: true, signal }).then(() => undefined),
  readFiles: (storage, path, signal) => collect(storage.capabilities.readFiles!([path], { signal })),
  readRange: (storage, path, signal) => storage.capabilities.readRange!(path, 0, 1, { signal }),
};

describe.each(Object.keys(methods))("%s", (name) => {
  const call = methods[name]!;

  test("checks the path before the signal, and fails with the signal's reason", async () => {
    const storage = createMemoryStorage({ files: { a: "1" } });
    const aborted = AbortSignal.abort("stop");
    await expect(call(storage, "a/../b", aborted)).rejects.toMatchObject({ code: "VFS_PATH_INVALID" });
    await expect(call(storage, "a", aborted)).rejects.toBe("stop");
    expect(await textOf(storage, "a")).toBe("1");
    expect(await pathsOf(storage)).toEqual(["a"]);
  });
});

test.each(["readFile", "deleteFile", "stat", "moveFile from", "readRange"])(
  "%s names the file that is missing",
  async (name) => {
    const error: unknown = await methods[name]!(createMemoryStorage(), "x/y").catch((error: unknown) => error);
    expect(VfsError.is(error, "VFS_FILE_NOT_FOUND")).toBe(true);
    expect(error).toMatchObject({ path: "x/y", message: 'no file at "x/y"' });
  },
);

test("an aborted signal stops listings and searches", async () => {
  const storage = createMemoryStorage({ files: { a: "1" } });
  const signal = AbortSignal.abort("stop");
  await expect(storage.listFiles({ signal })).rejects.toBe("stop");
  await expect(storage.capabilities.search!.query("", { signal })).rejects.toBe("stop");
  await expect(collect(storage.capabilities.readFiles!([], { signal }))).rejects.toBe("stop");
});

test("listings are in the order of UTF-8, and a prefix is a plain string", async () => {
  const names = ["a", "ab", "a/c", "a-", "é", "\uffee", "😀", "__proto__", "B"];
  const storage = createMemoryStorage();
  for (const name of names) await storage.writeFile(name, encode(""), "text/plain");
  const sorted = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(await pathsOf(storage)).toEqual(sorted);
  expect(await pathsOf(storage, "a")).toEqual(["a", "a-", "a/c", "ab"]);
  expect(await pathsOf(storage, "a/")).toEqual(["a/c"]);
  expect(await pathsOf(storage, "__")).toEqual(["__proto__"]);
  expect(await pathsOf(storage, "😀".slice(0, 1))).toEqual(["😀"]);
  for (const nothing of ["c", "..", "/", "//", "\0", "\\", "a/c/", "\udc00", "x".repeat(10_000)]) {
    expect(await pathsOf(storage, nothing)).toEqual([]);
  }
});

describe("bytes", () => {
  const shared = new Uint8Array(new SharedArrayBuffer(4));
  shared.set([1, 2, 3, 4]);
  test.each<[string, Uint8Array]>([
    ["a Uint8Array", Uint8Array.of(1, 2, 3)],
    ["a Buffer", Buffer.from([1, 2, 3])],
    ["a part of an array", Uint8Array.of(0, 1, 2, 3, 4).subarray(1, 4)],
    ["a part of shared memory", shared.subarray(0, 3)],
    ["another realm's Uint8Array", runInNewContext("Uint8Array.of(1, 2, 3)") as Uint8Array],
  ])("%s is copied in and out, as a plain Uint8Array", async (_, bytes) => {
    const storage = createMemoryStorage();
    await storage.writeFile("a", bytes, "text/plain");
    bytes.fill(9);
    const range = await storage.capabilities.readRange!("a", 0, 3);
    const file = await storage.readFile("a");
    for (const { content } of [range, file]) {
      expect(Object.getPrototypeOf(content)).toBe(Uint8Array.prototype);
      expect(content.buffer).toBeInstanceOf(ArrayBuffer);
      expect([...content]).toEqual([1, 2, 3]);
      content.fill(8);
    }
    expect([...(await storage.readFile("a")).content]).toEqual([1, 2, 3]);
  });

  test.each(["text", [1], new Uint16Array(1), new ArrayBuffer(1), new DataView(new ArrayBuffer(1)), null, undefined])(
    "%o is no content",
    async (content) => {
      const storage = createMemoryStorage({ files: { a: "" } });
      const { createFile, replaceFile, stat } = storage.capabilities;
      const { version } = await stat!("a");
      const bytes = content as unknown as Uint8Array;
      await expect(storage.writeFile("a", bytes, "text/plain")).rejects.toBeInstanceOf(TypeError);
      await expect(createFile!("b", bytes, "text/plain")).rejects.toBeInstanceOf(TypeError);
      await expect(replaceFile!("a", bytes, "text/plain", version!)).rejects.toBeInstanceOf(TypeError);
      expect((await storage.listFiles()).map((f) => [f.path, f.version])).toEqual([["a", version]]);
    },
  );

  test("a content type is a string", async () => {
    const write = createMemoryStorage().writeFile("a", encode(""), undefined as unknown as string);
    await expect(write).rejects.toBeInstanceOf(TypeError);
  });
});

test("names of Object.prototype are files like any other", async () => {
  const names = ["__proto__", "constructor", "hasOwnProperty", "toString", "valueOf"];
  const files = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}: ""`).join()}}`) as Record<string, string>;
  const storage = createMemoryStorage({ files });
  expect(await pathsOf(storage)).toEqual([...names].sort());
  for (const name of names) {
    await storage.deleteFile(name);
    await expect(storage.readFile(name)).rejects.toMatchObject({ code: "VFS_FILE_NOT_FOUND" });
  }
  expect(await pathsOf(storage)).toEqual([]);
});

test("thirty thousand files: written, listed by prefix and whole, read, searched and removed", async () => {
  const count = 30_000;
  const storage = createMemoryStorage({ now: () => new Date(0) });
  const pathOf = (index: number) => `packages/p${index % 100}/src/file-${index}.ts`;
  const content = encode("export {};\n");
  for (let index = 0; index < count; index++) await storage.writeFile(pathOf(index), content, "text/plain");
  for (let round = 0; round < 1_000; round++) {
    expect(await storage.listFiles({ prefix: pathOf(round) })).toHaveLength(1);
  }
  const listed = await pathsOf(storage);
  expect(listed).toHaveLength(count);
  let read = 0;
  for await (const file of storage.capabilities.readFiles!(listed)) read += "missing" in file ? 0 : 1;
  expect(read).toBe(count);
  expect(await storage.capabilities.search!.query("EXPORT")).toHaveLength(count);
  for (const path of listed) await storage.deleteFile(path);
  expect(await storage.listFiles()).toEqual([]);
});

test("a listing of many files lets other work run, and stops when the signal aborts", async () => {
  const storage = createMemoryStorage({ now: () => new Date(0) });
  const content = encode("");
  for (let index = 0; index < 60_000; index++) await storage.writeFile(`f${index}`, content, "text/plain");
  // A clock that jumps makes every look at it find the slice of time used up, however fast the machine is.
  const { now } = performance;
  let time = 0;
  performance.now = () => (time += 1_000);
  try {
    const controller = new AbortController();
    setImmediate(() => controller.abort("stop"));
    await expect(storage.listFiles({ signal: controller.signal })).rejects.toBe("stop");
    expect(await storage.listFiles()).toHaveLength(60_000);
  } finally {
    performance.now = now;
  }
});
