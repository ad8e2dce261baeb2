import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { createNodeStorage } from "@x/vfs-node";
import { createOverlayStorage } from "@x/vfs-overlay";
import { afterEach, beforeEach, expect, test } from "vitest";
import { failureOf, filesOf, textOf, write } from "./samples.js";

let root: string;
let disk: Storage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "overlay-"));
  disk = createNodeStorage({ root });
  for (const path of ["a.txt", "b.txt", "c.txt", "dir/x.txt", "dir/y.txt", "file"]) await write(disk, path, path);
});

afterEach(() => rm(root, { recursive: true, force: true }));

test("every kind of change reaches the disk, where a directory takes a file's place and a file a directory's", async () => {
  const overlay = createOverlayStorage({ base: disk });
  await write(overlay, "a.txt", "replaced");
  await overlay.deleteFile("b.txt");
  await overlay.capabilities.moveFile!("c.txt", "deep/down/c.md");
  for (const path of ["dir/x.txt", "dir/y.txt"]) await overlay.deleteFile(path);
  await write(overlay, "dir", "a file now");
  await overlay.capabilities.moveFile!("file", "file/inner");
  const wanted = await filesOf(overlay);
  await overlay.commit();
  expect(await filesOf(disk)).toEqual(wanted);
  expect(await overlay.changes()).toEqual([]);
  expect((await readdir(root)).sort()).toEqual(["a.txt", "deep", "dir", "file"]);
  expect(await overlay.commit()).toEqual([]);
});

test("what another process changed on the disk is refused by name", async () => {
  const overlay = createOverlayStorage({ base: disk });
  await write(overlay, "a.txt", "mine");
  await write(createNodeStorage({ root }), "a.txt", "theirs");
  expect(await failureOf(overlay.commit())).toMatchObject({ code: "VFS_VERSION_CONFLICT", path: "a.txt" });
  expect(await textOf(disk, "a.txt")).toBe("theirs");
});

test("a file where the disk cannot have one stops the commit, and the rest goes on without it", async () => {
  const overlay = createOverlayStorage({ base: disk });
  await write(overlay, "a.txt/inner", "no");
  await write(overlay, "z.txt", "yes");
  const error = await failureOf(overlay.commit());
  expect(error).toMatchObject({ code: "VFS_PATH_CONFLICT", path: "a.txt/inner" });
  expect(error.message).not.toContain(root);
  await overlay.discard({ paths: ["a.txt/inner"] });
  await overlay.commit();
  expect(await textOf(disk, "z.txt")).toBe("yes");
});

test("over a mount, a commit moves files from one store to another", async () => {
  const memory = createMemoryStorage();
  const overlay = createOverlayStorage({ base: createMountStorage({ disk, memory }) });
  await overlay.capabilities.moveFile!("disk/a.txt", "memory/a.txt");
  await write(overlay, "disk/b.txt", "replaced");
  await overlay.commit();
  expect(await filesOf(memory)).toEqual([["a.txt", "a.txt"]]);
  expect(await textOf(disk, "b.txt")).toBe("replaced");
  expect(await failureOf(disk.readFile("a.txt"))).toMatchObject({ code: "VFS_FILE_NOT_FOUND" });
});

test("a disk serves as the layer, and is left as it was", async () => {
  const base = createMemoryStorage({ files: { a: "1", b: "2" } });
  const before = await filesOf(disk);
  const overlay = createOverlayStorage({ base, layer: disk });
  await Promise.all(["a", "n", "o", "p"].map((path) => write(overlay, path, `new ${path}`)));
  await overlay.capabilities.moveFile!("b", "c");
  const range = await overlay.capabilities.readRange!("n", 4, 10);
  expect(new TextDecoder().decode(range.content)).toBe("n");
  const wanted = await filesOf(overlay);
  await overlay.commit();
  expect(await filesOf(base)).toEqual(wanted);
  await expect.poll(() => filesOf(disk)).toEqual(before);
});
