import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { VfsError } from "@x/vfs";
import { createNodeStorage } from "@x/vfs-node";
import { describe, expect, test } from "vitest";
import { createNodeStorageWith } from "../src/create-node-storage-with.js";
import { type SystemCalls, systemCalls } from "../src/system-calls.js";
import { temporaryRoot } from "./support/temporary-root.js";
import { bytes, codeOf, paths, read, write } from "./support/text.js";
import { systemError } from "./support/watched-calls.js";

const start = (calls: Partial<SystemCalls>, platform: NodeJS.Platform, root = temporaryRoot()) =>
  createNodeStorageWith(
    { calls: { ...systemCalls, ...calls }, platform, now: Date.now },
    { root, containment: "strict" },
  );

function refusal(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return VfsError.is(error) ? error.code : error;
  }
}

describe("containment strict", () => {
  test.runIf(process.platform === "linux")("starts on Linux", () => {
    expect(() => createNodeStorage({ root: temporaryRoot(), containment: "strict" })).not.toThrow();
  });

  test("refuses Linux without procfs", () => {
    expect(refusal(() => start({ fileSystemType: () => 0xef53 }, "linux"))).toBe("VFS_UNAVAILABLE");
    const gone = (): never => {
      throw systemError("ENOENT");
    };
    expect(refusal(() => start({ fileSystemType: gone }, "linux"))).toBe("VFS_UNAVAILABLE");
  });

  test("refuses Linux where a descriptor's path leads elsewhere", () => {
    expect(refusal(() => start({ identityOf: () => "0:0" }, "linux"))).toBe("VFS_UNAVAILABLE");
  });

  test.each(["win32", "freebsd", "sunos"] as const)("refuses %s", (platform) => {
    expect(refusal(() => start({}, platform))).toBe("VFS_UNAVAILABLE");
  });

  const file = systemCalls.lstat(join(import.meta.dirname, "containment.test.ts"));
  const hosts = (linked: () => ReturnType<SystemCalls["lstat"]>) => ({
    lstat: (path: string) =>
      path === "/.nofollow/private/etc/hosts" ? file : path.includes("hosts") ? linked() : file,
  });

  test("starts on a macOS whose kernel refuses links", () => {
    const looped = (): never => {
      throw systemError("ELOOP");
    };
    expect(refusal(() => start(hosts(looped), "darwin"))).toBeUndefined();
  });

  test("refuses a macOS whose kernel does not know the prefix, or follows links all the same", () => {
    expect(refusal(() => start({ lstat: () => undefined }, "darwin"))).toBe("VFS_UNAVAILABLE");
    expect(
      refusal(() =>
        start(
          hosts(() => file),
          "darwin",
        ),
      ),
    ).toBe("VFS_UNAVAILABLE");
  });
});

describe("a directory known by its path", () => {
  const open = (root: string, calls: Partial<SystemCalls> = {}) =>
    createNodeStorageWith({ calls: { ...systemCalls, ...calls }, platform: "sunos", now: Date.now }, { root });

  test.runIf(process.platform !== "win32")("refuses links that stand", async () => {
    const root = temporaryRoot({ "a/b.txt": "b" });
    const outside = join(dirname(root), "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "b.txt"), "secret");
    symlinkSync(outside, join(root, "link"));
    symlinkSync(join(outside, "b.txt"), join(root, "leaf"));
    const storage = open(root);
    expect(await paths(storage)).toEqual(["a/b.txt"]);
    expect(await codeOf(storage.readFile("link/b.txt"))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(storage.readFile("leaf"))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(storage.writeFile("link/new.txt", bytes(""), ""))).toBe("VFS_PATH_CONFLICT");
    expect(await codeOf(storage.writeFile("leaf", bytes(""), ""))).toBe("VFS_PATH_CONFLICT");
    await write(storage, "a/b.txt", "new");
    expect(await read(storage, "a/b.txt")).toBe("new");
  });

  test.runIf(process.platform !== "win32")("notices a directory swapped between check and use", async () => {
    const root = temporaryRoot({ "a/b.txt": "inside" });
    const outside = join(dirname(root), "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "b.txt"), "secret");
    const storage = open(root, {
      open: (path, flags, mode) => {
        renameSync(join(root, "a"), join(root, "moved"));
        symlinkSync(outside, join(root, "a"));
        return systemCalls.open(path, flags, mode);
      },
    });
    expect(await codeOf(storage.readFile("a/b.txt"))).toBe("VFS_FILE_NOT_FOUND");
  });
});
