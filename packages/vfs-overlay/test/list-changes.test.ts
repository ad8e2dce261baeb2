import { createMemoryStorage } from "@x/vfs-memory";
import { createOverlayStorage, type OverlayStorage } from "@x/vfs-overlay";
import { expect, test } from "vitest";
import { bare, write } from "./samples.js";

const files = { "a.txt": "alpha", "b.txt": "beta", "c.txt": "gamma", "d.txt": "gamma" };

const cases: [title: string, work: (overlay: OverlayStorage) => Promise<unknown>, changes: unknown[]][] = [
  ["nothing", async () => undefined, []],
  ["an added file", (o) => write(o, "n", "new"), [{ path: "n", kind: "added", size: 3 }]],
  ["a replaced file", (o) => write(o, "a.txt", "al"), [{ path: "a.txt", kind: "modified", size: 2, previousSize: 5 }]],
  [
    "another content type",
    (o) => write(o, "a.txt", "alpha", "text/html"),
    [{ path: "a.txt", kind: "modified", size: 5, previousSize: 5 }],
  ],
  ["identical bytes", (o) => write(o, "a.txt", "alpha"), []],
  [
    "a change and back",
    async (o) => {
      await write(o, "a.txt", "x");
      await write(o, "a.txt", "alpha");
    },
    [],
  ],
  ["a deleted file", (o) => o.deleteFile("a.txt"), [{ path: "a.txt", kind: "deleted", previousSize: 5 }]],
  [
    "an added file deleted again",
    async (o) => {
      await write(o, "n", "new");
      await o.deleteFile("n");
    },
    [],
  ],
  [
    "a deleted file made again",
    async (o) => {
      await o.deleteFile("a.txt");
      await write(o, "a.txt", "other");
    },
    [{ path: "a.txt", kind: "modified", size: 5, previousSize: 5 }],
  ],
  [
    "a deleted file made again as it was",
    async (o) => {
      await o.deleteFile("a.txt");
      await write(o, "a.txt", "alpha");
    },
    [],
  ],
  [
    "a native move",
    (o) => o.capabilities.moveFile!("a.txt", "z.md"),
    [{ path: "z.md", kind: "moved", from: "a.txt", size: 5, previousSize: 5 }],
  ],
  [
    "a move by hand",
    async (o) => {
      await write(o, "0.md", "alpha");
      await o.deleteFile("a.txt");
    },
    [{ path: "0.md", kind: "moved", from: "a.txt", size: 5, previousSize: 5 }],
  ],
  [
    "the same bytes under another content type are no move",
    async (o) => {
      await write(o, "0.md", "alpha", "text/markdown");
      await o.deleteFile("a.txt");
    },
    [
      { path: "0.md", kind: "added", size: 5 },
      { path: "a.txt", kind: "deleted", previousSize: 5 },
    ],
  ],
  [
    "a move and back",
    async (o) => {
      await o.capabilities.moveFile!("a.txt", "z");
      await o.capabilities.moveFile!("z", "a.txt");
    },
    [],
  ],
  [
    "a move over a file",
    (o) => o.capabilities.moveFile!("a.txt", "b.txt", { overwrite: true }),
    [
      { path: "a.txt", kind: "deleted", previousSize: 5 },
      { path: "b.txt", kind: "modified", size: 5, previousSize: 4 },
    ],
  ],
  [
    "a moved file that then changes",
    async (o) => {
      await o.capabilities.moveFile!("a.txt", "z");
      await write(o, "z", "alpha!");
    },
    [
      { path: "a.txt", kind: "deleted", previousSize: 5 },
      { path: "z", kind: "added", size: 6 },
    ],
  ],
  [
    "two equal files moved to three places: the first to the first",
    async (o) => {
      await o.deleteFile("d.txt");
      await o.deleteFile("c.txt");
      for (const path of ["z", "y", "x"]) await write(o, path, "gamma");
    },
    [
      { path: "x", kind: "moved", from: "c.txt", size: 5, previousSize: 5 },
      { path: "y", kind: "moved", from: "d.txt", size: 5, previousSize: 5 },
      { path: "z", kind: "added", size: 5 },
    ],
  ],
  [
    "two equal files deleted and one added",
    async (o) => {
      await o.deleteFile("c.txt");
      await o.deleteFile("d.txt");
      await write(o, "e", "gamma");
    },
    [
      { path: "d.txt", kind: "deleted", previousSize: 5 },
      { path: "e", kind: "moved", from: "c.txt", size: 5, previousSize: 5 },
    ],
  ],
  [
    "names that objects have anyway",
    async (o) => {
      await write(o, "constructor", "1");
      await write(o, "__proto__", "2");
    },
    [
      { path: "__proto__", kind: "added", size: 1 },
      { path: "constructor", kind: "added", size: 1 },
    ],
  ],
];

test.each(cases)("%s", async (_, work, changes) => {
  for (const base of [createMemoryStorage({ files }), bare(createMemoryStorage({ files }))]) {
    const overlay = createOverlayStorage({ base });
    await work(overlay);
    expect(await overlay.changes()).toEqual(changes);
  }
});

test("the list is the caller's own", async () => {
  const overlay = createOverlayStorage({ base: createMemoryStorage() });
  await write(overlay, "n", "new");
  const changes = await overlay.changes();
  Object.assign(changes[0]!, { path: "other" });
  changes.pop();
  expect(await overlay.changes()).toEqual([{ path: "n", kind: "added", size: 3 }]);
});

test("an aborted signal rejects with its reason", async () => {
  const overlay = createOverlayStorage({ base: createMemoryStorage() });
  const signal = AbortSignal.abort("stop");
  await expect(overlay.changes({ signal })).rejects.toBe("stop");
  await expect(overlay.diff("a", { signal })).rejects.toBe("stop");
  await expect(overlay.commit({ signal })).rejects.toBe("stop");
  await expect(overlay.discard({ signal })).rejects.toBe("stop");
});
