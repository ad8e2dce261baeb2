import { chmodSync, closeSync, existsSync, linkSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createNodeStorage } from "@x/vfs-node";
import { describe, expect, test } from "vitest";
import { temporaryRoot } from "./support/temporary-root.js";
import { codeOf, paths, read, write } from "./support/text.js";

const onPosix = process.platform !== "win32";

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

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
