import { VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { describe, expect, test } from "vitest";
import { collect, createClock, decode, encode, pathsOf, textOf } from "./file-helpers.js";

describe("versions", () => {
  test("never come twice: not after a delete, not in a scope, not in another store", async () => {
    const seen = new Set<string>();
    const stores = [createMemoryStorage(), createMemoryStorage()];
    stores.push(...stores.map((storage) => storage.capabilities.scope!("s")));
    for (const storage of stores) {
      for (let round = 0; round < 3; round++) {
        await storage.writeFile("a", encode("same"), "text/plain");
        seen.add((await storage.capabilities.stat!("a")).version!);
        await storage.writeFile("a", encode("same"), "text/plain");
        seen.add((await storage.capabilities.stat!("a")).version!);
        await storage.deleteFile("a");
      }
    }
    expect(seen.size).toBe(stores.length * 6);
  });

  test("replaceFile writes over that version only", async () => {
    const storage = createMemoryStorage({ files: { a: "1" } });
    const { replaceFile, stat } = storage.capabilities;
    const { version } = await stat!("a");
    await replaceFile!("a", encode("2"), "text/html", version!);
    expect(await stat!("a")).toMatchObject({ contentType: "text/html", size: 1 });
    for (const stale of [version!, "", "nonsense"]) {
      await expect(replaceFile!("a", encode("3"), "text/plain", stale)).rejects.toMatchObject({
        code: "VFS_VERSION_CONFLICT",
        path: "a",
      });
    }
    const { version: current } = await stat!("a");
    await storage.deleteFile("a");
    await expect(replaceFile!("a", encode("3"), "text/plain", current!)).rejects.toMatchObject({
      code: "VFS_VERSION_CONFLICT",
    });
    await expect(replaceFile!("a", encode("3"), "text/plain", undefined as unknown as string)).rejects.toBeInstanceOf(
      TypeError,
    );
    expect(await pathsOf(storage)).toEqual([]);
  });

  test("ten workers count to a thousand", async () => {
    const storage = createMemoryStorage({ files: { n: "0" } });
    const increment = async (): Promise<void> => {
      const { content, metadata } = await storage.readFile("n");
      const next = encode(String(Number(decode(content)) + 1));
      try {
        await storage.capabilities.replaceFile!("n", next, "text/plain", metadata.version!);
      } catch (error) {
        if (!VfsError.is(error, "VFS_VERSION_CONFLICT")) throw error;
        await increment();
      }
    };
    const worker = async () => {
      for (let round = 0; round < 100; round++) await increment();
    };
    await Promise.all(Array.from({ length: 10 }, worker));
    expect(await textOf(storage, "n")).toBe("1000");
  });
});

test("createFile writes only where no file is", async () => {
  const storage = createMemoryStorage();
  const attempts = ["1", "2", "3"].map((text) => storage.capabilities.createFile!("a", encode(text), "text/plain"));
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(outcomes[1]).toMatchObject({ reason: { code: "VFS_FILE_EXISTS", path: "a" } });
  expect(await textOf(storage, "a")).toBe("1");
});

describe("moveFile", () => {
  const create = () => createMemoryStorage({ files: { "a.md": "a", "b.txt": "b" }, now: createClock() });

  test("keeps content, type, time and version", async () => {
    const storage = create();
    const before = await storage.capabilities.stat!("a.md");
    await storage.capabilities.moveFile!("a.md", "c/d");
    expect(await storage.capabilities.stat!("c/d")).toEqual({ ...before, path: "c/d" });
    expect(await textOf(storage, "c/d")).toBe("a");
    expect(await pathsOf(storage)).toEqual(["b.txt", "c/d"]);
  });

  test("replaces a file only with overwrite", async () => {
    const storage = create();
    await expect(storage.capabilities.moveFile!("a.md", "b.txt")).rejects.toMatchObject({
      code: "VFS_FILE_EXISTS",
      path: "b.txt",
    });
    expect(await textOf(storage, "a.md")).toBe("a");
    expect(await textOf(storage, "b.txt")).toBe("b");
    await storage.capabilities.moveFile!("a.md", "b.txt", { overwrite: true });
    expect(await pathsOf(storage)).toEqual(["b.txt"]);
    expect(await textOf(storage, "b.txt")).toBe("a");
  });

  test("to itself, and to another case of itself, loses nothing", async () => {
    const storage = create();
    await storage.capabilities.moveFile!("a.md", "a.md");
    await storage.capabilities.moveFile!("a.md", "A.md");
    expect(await pathsOf(storage)).toEqual(["A.md", "b.txt"]);
    await expect(storage.capabilities.moveFile!("a.md", "a.md")).rejects.toMatchObject({ code: "VFS_FILE_NOT_FOUND" });
  });
});

describe("readRange", () => {
  const storage = createMemoryStorage({ files: { a: "0123456789" } });
  test.each([
    [0, 3, "012"],
    [8, 5, "89"],
    [10, 1, ""],
    [99, 1, ""],
    [4, 0, ""],
    [0, Number.MAX_SAFE_INTEGER, "0123456789"],
  ])("from %d, %d bytes: %j", async (start, length, text) => {
    const { content, metadata } = await storage.capabilities.readRange!("a", start, length);
    expect(decode(content)).toBe(text);
    expect(metadata.size).toBe(10);
  });
  test.each([
    [-1, 1],
    [0, -1],
    [0.5, 1],
    [0, Number.NaN],
    [0, Number.POSITIVE_INFINITY],
    ["0" as unknown as number, 1],
  ])("from %o, %o bytes is refused", async (start, length) => {
    await expect(storage.capabilities.readRange!("a", start, length)).rejects.toBeInstanceOf(TypeError);
  });
});

describe("readFiles", () => {
  test("gives files in the order asked, twice if asked twice, and says which are missing", async () => {
    const storage = createMemoryStorage({ files: { a: "1", b: "2" } });
    const files = await collect(storage.capabilities.readFiles!(new Set(["b", "x", "a"])));
    expect(files.map((file) => ("missing" in file ? file : [file.metadata.path, decode(file.content)]))).toEqual([
      ["b", "2"],
      { path: "x", missing: true },
      ["a", "1"],
    ]);
    expect(await collect(storage.capabilities.readFiles!(["a", "a"]))).toHaveLength(2);
  });

  test("asks for a path only when the one before was taken", async () => {
    const storage = createMemoryStorage({ files: { a: "1" } });
    let asked = 0;
    function* paths() {
      for (;;) {
        asked++;
        yield "a";
      }
    }
    for await (const file of storage.capabilities.readFiles!(paths())) {
      expect(file).toHaveProperty("content");
      if (asked === 3) break;
    }
    expect(asked).toBe(3);
  });

  test("stops when the signal aborts", async () => {
    const storage = createMemoryStorage({ files: { a: "1" } });
    const controller = new AbortController();
    const files = storage.capabilities.readFiles!(["a", "a"], { signal: controller.signal })[Symbol.asyncIterator]();
    await files.next();
    controller.abort("stop");
    await expect(files.next()).rejects.toBe("stop");
  });
});

describe("search", () => {
  test("finds paths, sorted, by a part of the content in any case; an empty query finds all", async () => {
    const { query } = createMemoryStorage({ files: { b: "Hello World", a: "HELLO", c: "bye" } }).capabilities.search!;
    expect(await query("hello")).toEqual(["a", "b"]);
    expect(await query("o w")).toEqual(["b"]);
    expect(await query("nothing")).toEqual([]);
    expect(await query("")).toEqual(["a", "b", "c"]);
    await expect(query(undefined as unknown as string)).rejects.toBeInstanceOf(TypeError);
  });

  test("a long one lets other work run, and stops when the signal aborts", async () => {
    const storage = createMemoryStorage({ files: { a: new Uint8Array(100_000_000) } });
    const controller = new AbortController();
    setImmediate(() => controller.abort("stop"));
    const search = storage.capabilities.search!.query("x", { signal: controller.signal });
    await expect(search).rejects.toBe("stop");
  });
});

describe("scope", () => {
  const names = ["a", "A", "a/b", "..", "/", "__proto__", "constructor", "a\0", "\ud800", " "];

  test("the same name is the same files, two names share nothing", async () => {
    const storage = createMemoryStorage({ files: { f: "outer" } });
    const scope = storage.capabilities.scope!;
    for (const name of names) await scope(name).writeFile("f", encode(name), "text/plain");
    for (const name of names) {
      expect((await scope(name).readFile("f")).content).toEqual(encode(name));
      expect(await pathsOf(scope(name))).toEqual(["f"]);
      expect(await pathsOf(scope(name).capabilities.scope!("f"))).toEqual([]);
    }
    expect(await textOf(storage, "f")).toBe("outer");
    expect(await storage.capabilities.search!.query("a")).toEqual([]);
    expect(Object.hasOwn(Object.prototype, "f")).toBe(false);
  });

  test("is one store for locks, with all that a store can do and the same clock", async () => {
    const storage = createMemoryStorage({ now: () => new Date(5) });
    const scope = storage.capabilities.scope!("a");
    expect(storage.capabilities.scope!("a")).toBe(scope);
    expect(Object.keys(scope.capabilities)).toEqual(Object.keys(storage.capabilities));
    await scope.writeFile("f", encode(""), "text/plain");
    expect((await scope.capabilities.stat!("f")).updatedAt).toEqual(new Date(5));
  });

  test.each(["", undefined, null, 1, {}])("%o is no name", (name) => {
    expect(() => createMemoryStorage().capabilities.scope!(name as string)).toThrow(TypeError);
  });
});
