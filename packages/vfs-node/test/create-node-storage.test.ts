import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { type Storage, VfsError } from "@x/vfs";
import { createNodeStorage, type NodeStorageOptions } from "@x/vfs-node";
import { describe, expect, test } from "vitest";
import { temporaryRoot } from "./support/temporary-root.js";
import { bytes, codeOf, paths, read, write } from "./support/text.js";

const onPosix = process.platform !== "win32";
/** Windows lets only administrators make links. */
const hasLinks = onPosix;

describe("options", () => {
  test.each([
    ["no root", {}],
    ["an empty root", { root: "" }],
    ["a root with a NUL", { root: "a\0b" }],
    ["a root that is no string", { root: 1 }],
    ["ignore that is no array", { root: ".", ignore: "*.log" }],
    ["ignore of other things", { root: ".", ignore: [1] }],
    ["gitignore that is no boolean", { root: ".", gitignore: "yes" }],
    ["durable that is no boolean", { root: ".", durable: 1 }],
    ["a fileMode that is no number", { root: ".", fileMode: "0644" }],
    ["a fileMode with more than permissions", { root: ".", fileMode: 0o4755 }],
    ["an unknown containment", { root: ".", containment: "most" }],
  ])("%s is a TypeError", (_name, options) => {
    expect(() => createNodeStorage(options as unknown as NodeStorageOptions)).toThrow(TypeError);
  });

  test("has the capabilities of a disk, fixed", () => {
    const { capabilities } = createNodeStorage({ root: temporaryRoot() });
    const names = ["createFile", "lockTarget", "moveFile", "readFiles", "readRange", "scope", "stat"];
    expect(Object.keys(capabilities).sort()).toEqual(names);
    expect(Object.isFrozen(capabilities)).toBe(true);
  });
});

test("an option may be undefined, and then has its default", async () => {
  const options: NodeStorageOptions = {
    root: temporaryRoot({ a: "a" }),
    ignore: undefined,
    gitignore: undefined,
    durable: undefined,
    fileMode: undefined,
    containment: undefined,
  };
  expect(await paths(createNodeStorage(options))).toEqual(["a"]);
});

describe("an argument of the wrong type is a TypeError", () => {
  const nothing: unknown = undefined;
  test.each<[name: string, call: (storage: Storage) => Promise<unknown> | undefined]>([
    ["a prefix that is a number", (storage) => storage.listFiles({ prefix: 5 as unknown as string })],
    ["a prefix that is null", (storage) => storage.listFiles({ prefix: null as unknown as string })],
    ["no content type", (storage) => storage.writeFile("a", bytes(""), nothing as string)],
    [
      "no content type of a new file",
      ({ capabilities }) => capabilities.createFile?.("a", bytes(""), nothing as string),
    ],
    ["a negative start", ({ capabilities }) => capabilities.readRange?.("a", -1, 1)],
  ])("%s", async (_name, call) => {
    const storage = createNodeStorage({ root: temporaryRoot() });
    await expect(call(storage)).rejects.toThrow(/ must be /);
    await expect(call(storage)).rejects.toThrow(TypeError);
    expect(await paths(storage)).toEqual([]);
  });
});

describe("the root", () => {
  test("that is missing makes every call unavailable and is never created", async () => {
    const root = join(temporaryRoot(), "missing");
    const storage = createNodeStorage({ root });
    const { capabilities } = storage;
    for (const call of [
      () => storage.listFiles(),
      () => storage.listFiles({ prefix: "../" }),
      () => storage.readFile("a"),
      () => storage.writeFile("a", bytes(""), ""),
      () => storage.deleteFile("a"),
      () => capabilities.stat!("a"),
      () => capabilities.moveFile!("a", "b"),
      () => capabilities.scope!("s").writeFile("a", bytes(""), ""),
    ]) {
      expect(await codeOf(call())).toBe("VFS_UNAVAILABLE");
    }
    expect(existsSync(root)).toBe(false);
    mkdirSync(root);
    expect(await paths(storage)).toEqual([]);
  });

  test("that is a file is unavailable", async () => {
    const root = join(temporaryRoot({ file: "x" }), "file");
    expect(await codeOf(createNodeStorage({ root }).listFiles())).toBe("VFS_UNAVAILABLE");
  });

  test("that another directory replaced is unavailable", async () => {
    const root = temporaryRoot({ "a.txt": "a" });
    const storage = createNodeStorage({ root });
    expect(await paths(storage)).toEqual(["a.txt"]);
    renameSync(root, `${root}.old`);
    mkdirSync(root);
    writeFileSync(join(root, "other.txt"), "");
    expect(await codeOf(storage.listFiles())).toBe("VFS_UNAVAILABLE");
    rmSync(root, { recursive: true });
    renameSync(`${root}.old`, root);
    expect(await paths(storage)).toEqual(["a.txt"]);
  });

  test("may be relative, and is that of the moment the store was made", async () => {
    const root = temporaryRoot({ "a.txt": "a" });
    expect(await read(createNodeStorage({ root: relative(process.cwd(), root) }), "a.txt")).toBe("a");
  });

  test.runIf(hasLinks)("may be a link", async () => {
    const root = temporaryRoot({ "a.txt": "a" });
    symlinkSync(root, `${root}-link`);
    const storage = createNodeStorage({ root: `${root}-link` });
    await write(storage, "b.txt", "b");
    expect(await paths(storage)).toEqual(["a.txt", "b.txt"]);
  });

  test("never reaches a directory whose name goes on", async () => {
    const root = temporaryRoot();
    mkdirSync(`${root}-secret`);
    writeFileSync(join(`${root}-secret`, "s.txt"), "secret");
    const storage = createNodeStorage({ root });
    expect(await paths(storage)).toEqual([]);
    expect(await paths(storage, "-secret")).toEqual([]);
    expect(await codeOf(storage.readFile(`../${basename(root)}-secret/s.txt`))).toBe("VFS_PATH_INVALID");
  });
});

describe("paths (field case P1)", () => {
  test.each(["../x", "a/../../x", "a\0b", "..", "a\\..\\x"])("%j is refused by every method", async (path) => {
    const storage = createNodeStorage({ root: temporaryRoot({ x: "" }) });
    const { capabilities } = storage;
    for (const call of [
      () => storage.readFile(path),
      () => storage.writeFile(path, bytes(""), ""),
      () => storage.deleteFile(path),
      () => capabilities.stat!(path),
      () => capabilities.createFile!(path, bytes(""), ""),
      () => capabilities.moveFile!(path, "y"),
      () => capabilities.moveFile!("x", path),
      () => capabilities.readRange!(path, -1, 0),
    ]) {
      expect(await codeOf(call())).toBe("VFS_PATH_INVALID");
    }
  });

  test.each(["notes..md", "[...slug].ts", "~backup", "v1..2/x", "%2e%2e", "__proto__", "#y", "-rf", " "])(
    "%j is a name",
    async (path) => {
      const storage = createNodeStorage({ root: temporaryRoot() });
      await write(storage, path, "content");
      expect(await paths(storage)).toEqual([path]);
      expect(await read(storage, path)).toBe("content");
    },
  );

  test("a name that is too long for the disk is invalid", async () => {
    const storage = createNodeStorage({ root: temporaryRoot() });
    const long = "x".repeat(300);
    expect(await codeOf(storage.writeFile(long, bytes(""), ""))).toBe("VFS_PATH_INVALID");
    expect(await codeOf(storage.readFile(`${long}/a`))).toBe("VFS_PATH_INVALID");
    expect(await codeOf(storage.capabilities.stat!(long))).toBe("VFS_PATH_INVALID");
    expect(await paths(storage, `${long}/`)).toEqual([]);
  });

  test("names of the store itself are refused in every place and spelling", async () => {
    const storage = createNodeStorage({ root: temporaryRoot() });
    for (const path of [".vfs-node-tmp-0", "a/.vfs-node-x", ".vfs-node-scopes/x/a", ".VFS-Node-scopes/x"]) {
      expect(await codeOf(storage.readFile(path))).toBe("VFS_PATH_INVALID");
      expect(await codeOf(storage.writeFile(path, bytes(""), ""))).toBe("VFS_PATH_INVALID");
    }
  });

  test("a path through a file is not found when read and a conflict when written", async () => {
    const storage = createNodeStorage({ root: temporaryRoot({ f: "file", "dir/x": "x" }) });
    expect(await codeOf(storage.readFile("f/g"))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(storage.deleteFile("f/g"))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(storage.writeFile("f/g", bytes(""), ""))).toBe("VFS_PATH_CONFLICT");
    expect(await codeOf(storage.capabilities.createFile!("f/g/h", bytes(""), ""))).toBe("VFS_PATH_CONFLICT");
    expect(await codeOf(storage.writeFile("dir", bytes(""), ""))).toBe("VFS_PATH_CONFLICT");
    expect(await codeOf(storage.capabilities.createFile!("dir", bytes(""), ""))).toBe("VFS_PATH_CONFLICT");
    expect(await codeOf(storage.capabilities.moveFile!("f", "dir"))).toBe("VFS_PATH_CONFLICT");
    expect(await codeOf(storage.capabilities.moveFile!("f", "f/g"))).toBe("VFS_PATH_CONFLICT");
    expect(await codeOf(storage.readFile("dir"))).toBe("VFS_FILE_NOT_FOUND");
    expect(await paths(storage)).toEqual(["dir/x", "f"]);
    expect(await read(storage, "f")).toBe("file");
  });
});

test("an error shows its path in the store and keeps the cause", async () => {
  const root = temporaryRoot();
  const error: unknown = await createNodeStorage({ root })
    .readFile("no/such.txt")
    .catch((reason: unknown) => reason);
  expect(VfsError.is(error, "VFS_FILE_NOT_FOUND")).toBe(true);
  expect(error).toMatchObject({ path: "no/such.txt", message: 'no file at "no/such.txt"', cause: { code: "ENOENT" } });
});
