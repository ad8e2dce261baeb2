import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileMetadata, Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createNodeStorage } from "@x/vfs-node";
import { createOverlayStorage, type OverlayStorage } from "@x/vfs-overlay";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { failureOf, filesOf, textOf, write } from "./samples.js";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "overlay-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** A memory store whose files carry no version, and the time of `timeOf`, if any. */
function unversioned(timeOf: () => Date | undefined): Storage {
  const inner = createMemoryStorage();
  const { stat, readRange } = inner.capabilities;
  const strip = (metadata: FileMetadata) => ({ ...metadata, version: undefined, updatedAt: timeOf() });
  return {
    ...inner,
    readFile: async (path) => {
      const { content, metadata } = await inner.readFile(path);
      return { content, metadata: strip(metadata) };
    },
    capabilities: {
      stat: async (path) => strip(await stat!(path)),
      readRange: async (...call) => {
        const { content, metadata } = await readRange!(...call);
        return { content, metadata: strip(metadata) };
      },
    },
  };
}

const bases: [string, () => Storage][] = [
  ["memory", () => createMemoryStorage()],
  ["a disk", () => createNodeStorage({ root })],
  ["a store that keeps no times", () => unversioned(() => undefined)],
  ["a store with one time for all it just wrote", () => unversioned(() => new Date())],
];

const looks: [string, (overlay: OverlayStorage, path: string) => Promise<unknown>][] = [
  ["readFile", (overlay, path) => overlay.readFile(path)],
  ["readRange", (overlay, path) => overlay.capabilities.readRange!(path, 0, 2)],
  [
    "readFiles",
    async (overlay, path) => {
      const { readFiles } = overlay.capabilities;
      if (readFiles === undefined) await overlay.readFile(path);
      else for await (const file of readFiles([path])) expect(file).toBeDefined();
    },
  ],
];

describe.each(bases)("over %s", (_, createBase) => {
  test.each(looks)("what changed after %s is not overwritten, and a discard leads on", async (_title, look) => {
    const base = createBase();
    await write(base, "a", "first");
    const overlay = createOverlayStorage({ base });
    await look(overlay, "a");
    await write(base, "a", "other");
    await write(overlay, "a", "mine");
    expect(await failureOf(overlay.commit())).toMatchObject({ code: "VFS_VERSION_CONFLICT", path: "a" });
    expect(await textOf(base, "a")).toBe("other");

    await overlay.discard({ paths: ["a"] });
    expect(await textOf(overlay, "a")).toBe("other");
    await write(overlay, "a", "other and mine");
    expect(await overlay.commit()).toHaveLength(1);
    expect(await textOf(base, "a")).toBe("other and mine");
  });

  test.each(looks)("what did not change after %s is no conflict", async (_title, look) => {
    const base = createBase();
    await write(base, "a", "first");
    const overlay = createOverlayStorage({ base });
    await look(overlay, "a");
    await write(overlay, "a", "mine");
    await overlay.commit();
    expect(await textOf(base, "a")).toBe("mine");
  });

  test.each([...looks, ["stat", (overlay: OverlayStorage, path: string) => overlay.capabilities.stat!(path)] as const])(
    "what was made after %s found nothing is not overwritten",
    async (_title, look) => {
      const base = createBase();
      const overlay = createOverlayStorage({ base });
      await look(overlay, "a").catch(() => undefined);
      await write(base, "a", "theirs");
      await write(overlay, "a", "mine");
      expect(await failureOf(overlay.commit())).toMatchObject({ code: "VFS_VERSION_CONFLICT", path: "a" });
      expect(await textOf(base, "a")).toBe("theirs");
      await overlay.discard({ paths: ["a"] });
      await write(overlay, "a", "mine after all");
      await overlay.commit();
      expect(await textOf(base, "a")).toBe("mine after all");
    },
  );

  test("a file that was missing and is then deleted is deleted", async () => {
    const base = createBase();
    const overlay = createOverlayStorage({ base });
    await failureOf(overlay.readFile("a"));
    await write(base, "a", "theirs");
    await overlay.deleteFile("a");
    expect(await overlay.listFiles()).toEqual([]);
    await overlay.commit();
    expect(await base.listFiles()).toEqual([]);
  });
});

test("stat counts as read where the metadata tell one content from the next", async () => {
  const disk = createNodeStorage({ root });
  await write(disk, "b", "first");
  const old = new Date(Date.now() - 60_000);
  await utimes(join(root, "b"), old, old);
  for (const [base, path] of [
    [createMemoryStorage({ files: { a: "first" } }), "a"],
    [disk, "b"],
  ] as const) {
    const overlay = createOverlayStorage({ base });
    await overlay.capabilities.stat!(path);
    await write(base, path, "other");
    await write(overlay, path, "mine");
    expect(await failureOf(overlay.commit())).toMatchObject({ code: "VFS_VERSION_CONFLICT", path });
  }
});

test("a part of a file that has rested is known by size and time, and read once", async () => {
  const base = unversioned(() => new Date(0));
  await write(base, "a", "first");
  let reads = 0;
  const { readRange } = base.capabilities;
  const counting: Storage = {
    ...base,
    capabilities: {
      readRange: (...call) => {
        reads++;
        return readRange!(...call);
      },
    },
  };
  const overlay = createOverlayStorage({ base: counting });
  await overlay.capabilities.readRange!("a", 0, 2);
  expect(reads).toBe(1);
  await write(base, "a", "another");
  await write(overlay, "a", "mine");
  expect(await failureOf(overlay.commit())).toMatchObject({ code: "VFS_VERSION_CONFLICT", path: "a" });
});

test("a snapshot brings back what had been read, and keeps what was read since", async () => {
  const base = createMemoryStorage({ files: { a: "1", b: "1", c: "1" } });
  const overlay = createOverlayStorage({ base });
  await overlay.readFile("a");
  await overlay.readFile("b");
  const snapshot = await overlay.snapshot();
  await overlay.discard({ paths: ["b"] });
  await overlay.discard();
  await overlay.readFile("c");
  for (const path of ["a", "b", "c"]) await write(base, path, "theirs");
  await overlay.readFile("a");
  await overlay.restore(snapshot);
  for (const path of ["a", "b", "c"]) await write(overlay, path, "mine");
  expect((await failureOf(overlay.commit())).message).toContain('"a", "b", "c"');
  await overlay.discard();
  for (const path of ["a", "b", "c"]) await write(overlay, path, "mine");
  await overlay.commit();
  expect((await filesOf(base)).map(([, text]) => text)).toEqual(["mine", "mine", "mine"]);
});
