import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join, relative } from "node:path";
import { VfsError } from "@x/vfs";
import { createNodeStorage, type NodeStorageOptions } from "@x/vfs-node";
import { describe, expect, onTestFinished, test } from "vitest";
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
    const names = ["createFile", "moveFile", "readFiles", "readRange", "scope", "stat"];
    expect(Object.keys(capabilities).sort()).toEqual(names);
    expect(Object.isFrozen(capabilities)).toBe(true);
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

describe.runIf(hasLinks)("links (field case P2)", () => {
  const setUp = () => {
    const root = temporaryRoot({ "real.txt": "inside", "sub/x.txt": "inside" });
    const outside = join(dirname(root), "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "x.txt"), "secret");
    symlinkSync(join(outside, "x.txt"), join(root, "leaf"));
    symlinkSync(outside, join(root, "parent"));
    symlinkSync(join(outside, "new.txt"), join(root, "dangling"));
    symlinkSync("loop", join(root, "loop"));
    symlinkSync("real.txt", join(root, "internal"));
    symlinkSync("sub", join(root, "internal-directory"));
    return { storage: createNodeStorage({ root }), root, outside };
  };
  const linked = ["leaf", "parent/x.txt", "dangling", "loop", "loop/x", "internal", "internal-directory/x.txt"];

  test("are not listed", async () => {
    const { storage } = setUp();
    expect(await paths(storage)).toEqual(["real.txt", "sub/x.txt"]);
    expect(await paths(storage, "parent/")).toEqual([]);
    expect(await paths(storage, "internal-directory/x")).toEqual([]);
  });

  test.each(linked)("%s is refused by every method, and nothing outside changes", async (path) => {
    const { storage, root, outside } = setUp();
    const { capabilities } = storage;
    const before = readdirSync(root);
    expect(await codeOf(storage.readFile(path))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(storage.deleteFile(path))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(capabilities.stat!(path))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(capabilities.readRange!(path, 0, 1))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(capabilities.moveFile!(path, "moved"))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(storage.writeFile(path, bytes("w"), ""))).toBe("VFS_PATH_CONFLICT");
    expect(await codeOf(capabilities.createFile!(path, bytes("w"), ""))).toBe("VFS_PATH_CONFLICT");
    expect(await codeOf(capabilities.moveFile!("real.txt", path, { overwrite: true }))).toBe("VFS_PATH_CONFLICT");
    for await (const file of capabilities.readFiles!([path])) expect(file).toEqual({ path, missing: true });
    expect(readdirSync(root)).toEqual(before);
    expect(readdirSync(outside)).toEqual(["x.txt"]);
    expect(readFileSync(join(outside, "x.txt"), "utf8")).toBe("secret");
  });
});

describe.runIf(onPosix)("what is no regular file", () => {
  const refused = async (root: string, path: string): Promise<void> => {
    const storage = createNodeStorage({ root });
    const { capabilities } = storage;
    expect(await paths(storage)).toEqual([]);
    expect(await codeOf(storage.readFile(path))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(capabilities.stat!(path))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(storage.writeFile(path, bytes("x"), ""))).toBe("VFS_PATH_CONFLICT");
    expect(await codeOf(storage.deleteFile(path))).toBe("VFS_FILE_NOT_FOUND");
    expect(lstatSync(join(root, path)).isFile()).toBe(false);
  };

  test("a FIFO is refused at once, with nobody at its other end", async () => {
    const root = temporaryRoot();
    execFileSync("mkfifo", [join(root, "fifo")]);
    await refused(root, "fifo");
  });

  test("a socket is refused", async () => {
    const root = temporaryRoot();
    const server = createServer().listen(join(root, "socket"));
    onTestFinished(() => void server.close());
    await once(server, "listening");
    await refused(root, "socket");
  });

  test.runIf(process.getuid?.() === 0)("a device is refused (only root can make one)", async () => {
    const root = temporaryRoot();
    execFileSync("mknod", [join(root, "zero"), "c", "1", "5"]);
    await refused(root, "zero");
  });
});

describe("a write", () => {
  test.runIf(onPosix)("keeps the mode of the file that it replaces (field case P4)", async () => {
    const root = temporaryRoot({ "run.sh": "old", secret: "old" });
    chmodSync(join(root, "run.sh"), 0o755);
    chmodSync(join(root, "secret"), 0o600);
    const storage = createNodeStorage({ root, fileMode: 0o640 });
    await write(storage, "run.sh", "new");
    await write(storage, "secret", "new");
    await write(storage, "new.txt", "new");
    const modeOf = (name: string): number => statSync(join(root, name)).mode & 0o777;
    expect([modeOf("run.sh"), modeOf("secret"), modeOf("new.txt")]).toEqual([0o755, 0o600, 0o640]);
    expect(readdirSync(root).sort()).toEqual(["new.txt", "run.sh", "secret"]);
  });

  test.runIf(onPosix)("gives a new file 0o644 less the umask, or exactly fileMode", async () => {
    const root = temporaryRoot();
    await write(createNodeStorage({ root }), "default", "");
    await write(createNodeStorage({ root, fileMode: 0o666 }), "exact", "");
    closeSync(openSync(join(root, "expected"), "w", 0o644));
    expect(statSync(join(root, "default")).mode).toBe(statSync(join(root, "expected")).mode);
    expect(statSync(join(root, "exact")).mode & 0o777).toBe(0o666);
  });

  test.runIf(onPosix)("leaves another name of the replaced file as it was", async () => {
    const root = temporaryRoot({ "a.txt": "old" });
    linkSync(join(root, "a.txt"), join(root, "b.txt"));
    const storage = createNodeStorage({ root });
    await write(storage, "a.txt", "new");
    expect([await read(storage, "a.txt"), await read(storage, "b.txt")]).toEqual(["new", "old"]);
  });

  test("of a wrong type is a TypeError, after the path check", async () => {
    const storage = createNodeStorage({ root: temporaryRoot() });
    const content = "text" as unknown as Uint8Array;
    await expect(storage.writeFile("a", content, "")).rejects.toThrow(TypeError);
    expect(await codeOf(storage.writeFile("../a", content, ""))).toBe("VFS_PATH_INVALID");
  });

  test("that is aborted at once leaves nothing, not even its directories", async () => {
    const root = temporaryRoot();
    for (const size of [10, 3_000_000]) {
      const controller = new AbortController();
      const call = createNodeStorage({ root }).writeFile("a/b/c", new Uint8Array(size), "", controller);
      controller.abort(new Error("stop"));
      await expect(call).rejects.toThrow("stop");
      expect(readdirSync(root)).toEqual([]);
    }
  });

  test("that is aborted in the middle leaves nothing", async () => {
    const root = temporaryRoot();
    const controller = new AbortController();
    const storage = createNodeStorage({ root });
    const call = storage.writeFile("a/large", new Uint8Array(64_000_000), "", { signal: controller.signal });
    await waitUntil(() => existsSync(join(root, "a")) && readdirSync(join(root, "a")).length > 0);
    controller.abort(new Error("stop"));
    await expect(call).rejects.toThrow("stop");
    expect(readdirSync(root)).toEqual([]);
  });
});

describe("deleting", () => {
  test("the last file removes the directories that it leaves empty", async () => {
    const root = temporaryRoot({ "a/b/c/x.txt": "", "a/y.txt": "" });
    const storage = createNodeStorage({ root });
    await storage.deleteFile("a/b/c/x.txt");
    expect(readdirSync(join(root, "a"))).toEqual(["y.txt"]);
    await storage.deleteFile("a/y.txt");
    expect(readdirSync(root)).toEqual([]);
    expect(existsSync(root)).toBe(true);
  });
});

describe("moveFile", () => {
  test("to an existing file (field case P3)", async () => {
    const storage = createNodeStorage({ root: temporaryRoot({ a: "A", b: "B" }) });
    expect(await codeOf(storage.capabilities.moveFile!("a", "b"))).toBe("VFS_FILE_EXISTS");
    expect([await read(storage, "a"), await read(storage, "b")]).toEqual(["A", "B"]);
    await storage.capabilities.moveFile!("a", "b", { overwrite: true });
    expect(await paths(storage)).toEqual(["b"]);
    expect(await read(storage, "b")).toBe("A");
  });

  test("keeps mode and time, and removes the directory that it leaves empty", async () => {
    const root = temporaryRoot({ "from/here/a.sh": "x" });
    chmodSync(join(root, "from/here/a.sh"), 0o755);
    const storage = createNodeStorage({ root });
    const before = statSync(join(root, "from/here/a.sh"));
    await storage.capabilities.moveFile!("from/here/a.sh", "to/b.sh");
    const { mode, mtimeMs } = statSync(join(root, "to/b.sh"));
    expect({ mode, mtimeMs }).toEqual({ mode: before.mode, mtimeMs: before.mtimeMs });
    expect(readdirSync(root)).toEqual(["to"]);
  });

  test("to itself changes nothing", async () => {
    const storage = createNodeStorage({ root: temporaryRoot({ "d/a": "A" }) });
    await storage.capabilities.moveFile!("d/a", "d/a");
    await storage.capabilities.moveFile!("d/a", "d/a", { overwrite: true });
    expect(await read(storage, "d/a")).toBe("A");
    expect(await codeOf(storage.capabilities.moveFile!("gone", "gone"))).toBe("VFS_FILE_NOT_FOUND");
  });

  test.runIf(onPosix)("ends a move that a crash left with both names", async () => {
    const root = temporaryRoot({ a: "A" });
    linkSync(join(root, "a"), join(root, "b"));
    const storage = createNodeStorage({ root });
    expect(await codeOf(storage.capabilities.moveFile!("a", "b"))).toBe("VFS_FILE_EXISTS");
    await storage.capabilities.moveFile!("a", "b", { overwrite: true });
    expect(await paths(storage)).toEqual(["b"]);
  });
});

describe("reading", () => {
  test("a file of 4 GiB in parts is quick, as a whole refused", async () => {
    const root = temporaryRoot();
    const size = 4 * 1024 ** 3;
    const descriptor = openSync(join(root, "sparse"), "w");
    ftruncateSync(descriptor, size);
    closeSync(descriptor);
    const { readRange, readFiles, stat } = createNodeStorage({ root }).capabilities;
    const { content, metadata } = await readRange!("sparse", size - 3, 100);
    expect([content.length, metadata.size]).toEqual([3, size]);
    expect((await readRange!("sparse", size, 1)).content.length).toBe(0);
    expect((await readRange!("sparse", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).content.length).toBe(0);
    expect((await stat!("sparse")).size).toBe(size);
    expect(await codeOf(createNodeStorage({ root }).readFile("sparse"))).toBe("VFS_FILE_TOO_LARGE");
    expect(await codeOf(readRange!("sparse", 0, size))).toBe("VFS_FILE_TOO_LARGE");
    expect(await codeOf(readFiles!(["sparse"])[Symbol.asyncIterator]().next())).toBe("VFS_FILE_TOO_LARGE");
  });

  test.each([
    [-1, 0],
    [0, -1],
    [0.5, 1],
    [0, Number.NaN],
    [Infinity, 1],
  ])("a range from %d of %d bytes is a TypeError", async (start, length) => {
    const { readRange } = createNodeStorage({ root: temporaryRoot({ a: "abc" }) }).capabilities;
    await expect(readRange!("a", start, length)).rejects.toThrow(TypeError);
  });

  test("many files gives those before an invalid path, then its error", async () => {
    const { readFiles } = createNodeStorage({ root: temporaryRoot({ a: "A", b: "B" }) }).capabilities;
    const seen: unknown[] = [];
    const iterate = async (): Promise<void> => {
      for await (const file of readFiles!(["a", "gone", "a", "../b", "b"])) seen.push("content" in file);
    };
    expect(await codeOf(iterate())).toBe("VFS_PATH_INVALID");
    expect(seen).toEqual([true, false, true]);
  });

  test("large and small files mixed come in order, whole", async () => {
    const root = temporaryRoot();
    const storage = createNodeStorage({ root });
    const sizes = [0, 10, 700_000, 700_000, 1_048_576, 1_048_577, 5, 3_000_000, 1];
    const names = sizes.map((size, index) => `${index}-${size}`);
    for (const [index, size] of sizes.entries()) {
      await storage.writeFile(names[index]!, new Uint8Array(size).fill(index + 1), "");
    }
    let index = 0;
    for await (const file of storage.capabilities.readFiles!(names)) {
      if (!("content" in file)) throw new Error("missing");
      expect(file.metadata).toMatchObject({ path: names[index], size: sizes[index] });
      expect(Buffer.from(file.content).equals(Buffer.alloc(sizes[index]!, index + 1))).toBe(true);
      index++;
    }
    expect(index).toBe(sizes.length);
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

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
