import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOnly, type Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { createNodeStorage } from "@x/vfs-node";
import { type CommitOptions, createOverlayStorage } from "@x/vfs-overlay";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bytes, failureOf, filesOf, textOf, write } from "./samples.js";

let root: string;
let disk: Storage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "overlay-"));
  disk = createNodeStorage({ root });
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe("a name that became the base's other kind meanwhile", () => {
  test.each([
    ["a file where a directory is wanted", "d/x", "d"],
    ["a directory where a file is wanted", "d", "d/x"],
  ])("%s: a disk refuses it, with nothing written", async (_, mine, theirs) => {
    const overlay = createOverlayStorage({ base: disk });
    await write(overlay, "a.txt", "mine");
    await write(overlay, mine, "mine");
    await write(disk, theirs, "theirs");
    const error = await failureOf(overlay.commit());
    expect(error).toMatchObject({ code: "VFS_PATH_CONFLICT", path: mine });
    expect(error.message).toContain(`after 0 of 2 changes`);
    expect(error.message).toContain(`discard ${JSON.stringify(mine)}, or commit other paths`);
    expect(await filesOf(disk)).toEqual([[theirs, "theirs"]]);

    await overlay.discard({ paths: [mine] });
    await overlay.commit();
    expect(await textOf(disk, "a.txt")).toBe("mine");
  });

  test("a store that keeps both takes it", async () => {
    const base = createMemoryStorage();
    const overlay = createOverlayStorage({ base });
    await write(overlay, "d/x", "mine");
    await write(overlay, "e", "mine");
    await write(base, "d", "theirs");
    await write(base, "e/x", "theirs");
    await overlay.commit();
    expect(await filesOf(base)).toHaveLength(4);
  });

  test("two changes that a disk cannot both hold come before all others", async () => {
    const overlay = createOverlayStorage({ base: disk });
    for (const path of ["a", "m", "m/x", "z"]) await write(overlay, path, "mine");
    expect(await failureOf(overlay.commit())).toMatchObject({ code: "VFS_PATH_CONFLICT", path: "m/x" });
    expect(await filesOf(disk)).toEqual([["m", "mine"]]);
    await overlay.discard({ paths: ["m/x"] });
    await overlay.commit();
    expect((await filesOf(disk)).map(([path]) => path)).toEqual(["a", "m", "z"]);
  });
});

test("a part of the base that says it is read-only is refused before anything is written", async () => {
  const rest = createMemoryStorage();
  const docs = readOnly(createMemoryStorage({ files: { "g.md": "1", "h.md": "1" } }));
  const overlay = createOverlayStorage({ base: createMountStorage({ "": rest, docs }) });
  for (const path of ["a.txt", "docs/g.md", "docs/h.md", "z.txt"]) await write(overlay, path, "mine");
  const error = await failureOf(overlay.commit());
  expect(error).toMatchObject({ code: "VFS_READ_ONLY", path: "docs/g.md" });
  expect(error.message).toBe(
    'nothing was committed: the base is read-only at "docs/g.md", "docs/h.md"; ' +
      "discard these changes, or commit other paths",
  );
  expect(await rest.listFiles()).toEqual([]);
  expect(await overlay.commit({ paths: ["a.txt"] })).toHaveLength(1);
  await overlay.discard({ paths: ["docs/g.md", "docs/h.md"] });
  expect(await overlay.commit()).toHaveLength(1);
  expect(await filesOf(rest)).toEqual([
    ["a.txt", "mine"],
    ["z.txt", "mine"],
  ]);
});

test.each([
  ["the options must be an object", "plan.md"],
  ["the options must be an object", null],
  ["paths must be an array", { paths: "plan.md" }],
  ["paths must be an array", { paths: null }],
  ['there is no option "path": only paths and signal', { path: ["plan.md"] }],
])("commit and discard refuse what would name everything by mistake: %s", async (message, options) => {
  const base = createMemoryStorage();
  const overlay = createOverlayStorage({ base });
  await write(overlay, "plan.md", "mine");
  await write(overlay, "other.md", "mine");
  for (const call of [overlay.commit, overlay.discard]) {
    await expect(call(options as CommitOptions)).rejects.toThrow(new TypeError(message));
  }
  expect(await base.listFiles()).toEqual([]);
  expect(await overlay.changes()).toHaveLength(2);
});

test("what is refused never reaches the layer", async () => {
  const layer = createMemoryStorage();
  let writes = 0;
  const counting: Storage = {
    ...layer,
    writeFile: (...call) => {
      writes++;
      return layer.writeFile(...call);
    },
  };
  const overlay = createOverlayStorage({ base: createMemoryStorage({ files: { a: "1" } }), layer: counting });
  const { createFile, replaceFile } = overlay.capabilities;
  expect(await failureOf(createFile!("a", bytes("2"), "text/plain"))).toMatchObject({ code: "VFS_FILE_EXISTS" });
  expect(await failureOf(replaceFile!("a", bytes("2"), "text/plain", "x"))).toMatchObject({
    code: "VFS_VERSION_CONFLICT",
  });
  expect(writes).toBe(0);
});

test("a capability of the base is called as a method of its own", async () => {
  const inner = createMemoryStorage({ files: { a: "1", b: "2" } });
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
    replaceFile(path: string, content: Uint8Array, contentType: string, version: string) {
      return this.#inner.replaceFile!(path, content, contentType, version);
    }
    moveFile(source: string, destination: string) {
      return this.#inner.moveFile!(source, destination);
    }
    scope(name: string) {
      return this.#inner.scope!(name);
    }
  }
  const base: Storage = { ...inner, capabilities: new Capabilities() };
  const overlay = createOverlayStorage({ base, layer: { ...createMemoryStorage(), capabilities: new Capabilities() } });
  expect(await overlay.capabilities.stat!("a")).toMatchObject({ size: 1 });
  expect(await overlay.capabilities.readRange!("a", 0, 1)).toMatchObject({ content: bytes("1") });
  for await (const file of overlay.capabilities.readFiles!(["a"])) expect(file).toMatchObject({ content: bytes("1") });
  expect(await overlay.capabilities.scope!("t").listFiles()).toEqual([]);
  await write(overlay, "a", "3");
  await write(overlay, "n", "4");
  await overlay.capabilities.moveFile!("b", "c");
  await overlay.commit();
  expect(await filesOf(inner)).toEqual([
    ["a", "3"],
    ["c", "2"],
    ["n", "4"],
  ]);
});
