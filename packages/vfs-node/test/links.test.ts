import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { createNodeStorage } from "@x/vfs-node";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryRoot } from "./support/temporary-root.js";
import { bytes, codeOf, paths } from "./support/text.js";

const onPosix = process.platform !== "win32";
/** Windows lets only administrators make links. */
const hasLinks = onPosix;

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
