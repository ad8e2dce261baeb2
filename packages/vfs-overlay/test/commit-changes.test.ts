import { readOnly, type Storage, withPathLock } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createOverlayStorage, type OverlayStorage } from "@x/vfs-overlay";
import { describe, expect, test } from "vitest";
import { bare, bytes, failureOf, filesOf, observe, textOf, type WriteName, write } from "./samples.js";

const files = { "a.txt": "A", "b.txt": "B", "c.txt": "C" };

/** A base with one change of every kind over it. */
async function createSample(wrap: (base: Storage) => Storage = (base) => base) {
  const observed = observe(wrap(createMemoryStorage({ files })));
  const overlay = createOverlayStorage({ base: observed.storage });
  await write(overlay, "a.txt", "A2");
  await overlay.capabilities.moveFile!("b.txt", "moved.txt");
  await overlay.deleteFile("c.txt");
  await write(overlay, "new.txt", "N");
  return { observed, base: observed.storage, overlay };
}

const committed = [
  ["a.txt", "A2"],
  ["moved.txt", "B"],
  ["new.txt", "N"],
];

test("applies every change, with the conditional writes of the base, and gives what it applied", async () => {
  const { observed, base, overlay } = await createSample();
  const changes = await overlay.changes();
  expect(await overlay.commit()).toEqual(changes);
  expect(observed.writes).toEqual([
    ["moveFile", "b.txt"],
    ["replaceFile", "a.txt"],
    ["createFile", "new.txt"],
    ["deleteFile", "c.txt"],
  ]);
  expect(await filesOf(base)).toEqual(committed);
  expect(await filesOf(overlay)).toEqual(committed);
  expect(await overlay.changes()).toEqual([]);
  expect(await overlay.commit()).toEqual([]);
});

test("over a base with the four methods only, a move is written before it is deleted", async () => {
  const { observed, base, overlay } = await createSample(bare);
  await overlay.commit();
  expect(observed.writes).toEqual([
    ["writeFile", "moved.txt"],
    ["deleteFile", "b.txt"],
    ["writeFile", "a.txt"],
    ["writeFile", "new.txt"],
    ["deleteFile", "c.txt"],
  ]);
  expect(await filesOf(base)).toEqual(committed);
});

test("content types are kept, also where a move changed it", async () => {
  const base = createMemoryStorage({ files });
  const overlay = createOverlayStorage({ base });
  await overlay.deleteFile("a.txt");
  await write(overlay, "z.txt", "A", "text/x-other");
  await overlay.commit();
  expect((await base.readFile("z.txt")).metadata.contentType).toBe("text/x-other");
});

test("a layer of the host's serves several overlays, and is empty again after commit and discard", async () => {
  const layer = createMemoryStorage({ files: { mine: "1" } });
  const base = createMemoryStorage({ files });
  const overlays = [createOverlayStorage({ base, layer }), createOverlayStorage({ base, layer })];
  for (const [index, overlay] of overlays.entries()) {
    await write(overlay, "same", String(index));
    await write(overlay, "same", `${index}${index}`);
    await write(overlay, `own${index}`, "1");
  }
  expect(await layer.listFiles()).toHaveLength(5);
  expect(await textOf(overlays[0]!, "same")).toBe("00");
  expect(await textOf(overlays[1]!, "same")).toBe("11");
  await overlays[0]!.commit();
  await overlays[1]!.discard();
  expect((await layer.listFiles()).map(({ path }) => path)).toEqual(["mine"]);
});

describe("paths", () => {
  test("selects changes by exact path, and leaves the rest", async () => {
    const { base, overlay } = await createSample();
    const applied = await overlay.commit({ paths: ["a.txt", "c.txt", "none", "a.txt"] });
    expect(applied.map(({ path }) => path)).toEqual(["a.txt", "c.txt"]);
    expect(await filesOf(base)).toEqual([
      ["a.txt", "A2"],
      ["b.txt", "B"],
    ]);
    expect((await overlay.changes()).map(({ path }) => path)).toEqual(["moved.txt", "new.txt"]);
  });

  test.each(["b.txt", "moved.txt"])("either path of a move is the whole move: %s", async (path) => {
    const { base, overlay } = await createSample();
    await overlay.commit({ paths: [path] });
    expect((await base.listFiles()).map((file) => file.path)).toEqual(["a.txt", "c.txt", "moved.txt"]);
  });

  test("an empty list commits nothing, an invalid path is refused", async () => {
    const { observed, overlay } = await createSample();
    expect(await overlay.commit({ paths: [] })).toEqual([]);
    expect(await failureOf(overlay.commit({ paths: ["a.txt", "/x"] }))).toMatchObject({ code: "VFS_PATH_INVALID" });
    expect(observed.writes).toEqual([]);
  });

  test("a conflict elsewhere does not stop the others", async () => {
    const { base, overlay } = await createSample();
    await write(base, "a.txt", "theirs");
    expect(await failureOf(overlay.commit())).toMatchObject({ code: "VFS_VERSION_CONFLICT", path: "a.txt" });
    await overlay.commit({ paths: ["b.txt", "c.txt", "new.txt"] });
    expect(await filesOf(base)).toEqual([
      ["a.txt", "theirs"],
      ["moved.txt", "B"],
      ["new.txt", "N"],
    ]);
  });
});

const wraps: [string, (base: Storage) => Storage][] = [
  ["with versions", (base) => base],
  ["without versions", bare],
];

describe.each(wraps)("conflicts over a base %s", (_, wrap) => {
  const theirs: [string, (base: Storage) => Promise<unknown>, string[]][] = [
    ["a replaced file was replaced", (base) => write(base, "a.txt", "theirs"), ["a.txt"]],
    ["a replaced file was deleted", (base) => base.deleteFile("a.txt"), ["a.txt"]],
    ["a deleted file was replaced", (base) => write(base, "c.txt", "theirs"), ["c.txt"]],
    ["an added file was added", (base) => write(base, "new.txt", "theirs"), ["new.txt"]],
    ["a move's source was replaced", (base) => write(base, "b.txt", "theirs"), ["b.txt"]],
    ["a move's destination was added", (base) => write(base, "moved.txt", "theirs"), ["moved.txt"]],
    [
      "several",
      async (base) => {
        await write(base, "new.txt", "theirs");
        await write(base, "a.txt", "theirs");
      },
      ["a.txt", "new.txt"],
    ],
  ];
  test.each(theirs)("%s", async (_title, change, paths) => {
    const { observed, base, overlay } = await createSample(wrap);
    await change(base);
    observed.writes.length = 0;
    const before = await filesOf(base);
    const changes = await overlay.changes();
    const error = await failureOf(overlay.commit());
    expect(error).toMatchObject({ code: "VFS_VERSION_CONFLICT", path: paths[0] });
    for (const path of paths) expect(error.message).toContain(JSON.stringify(path));
    const { errors } = error.cause as AggregateError;
    expect((errors as { path: string }[]).map(({ path }) => path)).toEqual(paths);
    expect(observed.writes).toEqual([]);
    expect(await filesOf(base)).toEqual(before);
    expect(await overlay.changes()).toEqual(changes);
  });

  test("two overlays that touch one file: one commits, the other is refused by name", async () => {
    const base = wrap(createMemoryStorage({ files }));
    const first = createOverlayStorage({ base });
    const second = createOverlayStorage({ base });
    await write(first, "b.txt", "first");
    await write(second, "b.txt", "second");
    await write(second, "other.txt", "second");
    const outcomes = await Promise.allSettled([first.commit(), second.commit()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await failureOf(second.commit())).toMatchObject({ code: "VFS_VERSION_CONFLICT", path: "b.txt" });
    expect(await textOf(base, "b.txt")).toBe("first");
    expect(await textOf(second, "b.txt")).toBe("second");
  });

  test("what was read before it changed in the base was the ground of the later write", async () => {
    const base = wrap(createMemoryStorage({ files }));
    const overlay = createOverlayStorage({ base });
    await overlay.readFile("a.txt");
    await write(base, "a.txt", "theirs");
    await write(overlay, "a.txt", "mine");
    expect(await failureOf(overlay.commit())).toMatchObject({ code: "VFS_VERSION_CONFLICT", path: "a.txt" });
    await overlay.discard({ paths: ["a.txt"] });
    await write(overlay, "a.txt", "mine after all");
    await overlay.commit();
    expect(await textOf(base, "a.txt")).toBe("mine after all");
  });

  test("what the overlay committed itself is known to it, and what others write after that is a conflict", async () => {
    const base = wrap(createMemoryStorage({ files }));
    const overlay = createOverlayStorage({ base });
    for (const text of ["1", "2"]) {
      await write(overlay, "a.txt", text);
      await overlay.commit();
    }
    expect(await textOf(base, "a.txt")).toBe("2");
    await write(base, "a.txt", "theirs");
    await write(overlay, "a.txt", "3");
    expect(await failureOf(overlay.commit())).toMatchObject({ code: "VFS_VERSION_CONFLICT", path: "a.txt" });
  });

  test("a base that changed to what is wanted, or changed and back, is no conflict", async () => {
    const { observed, base, overlay } = await createSample(wrap);
    await write(base, "a.txt", "A2");
    await base.deleteFile("c.txt");
    await write(base, "new.txt", "N");
    await write(base, "b.txt", "other");
    await write(base, "b.txt", "B");
    observed.writes.length = 0;
    expect(await overlay.commit()).toHaveLength(4);
    expect(await filesOf(base)).toEqual(committed);
    expect(observed.writes.map(([, path]) => path)).not.toContain("a.txt");
  });
});

test("a range that was read with its version counts as read", async () => {
  const base = createMemoryStorage({ files });
  const overlay = createOverlayStorage({ base });
  await overlay.capabilities.readRange!("a.txt", 0, 1);
  await overlay.capabilities.readFiles!(["b.txt"])[Symbol.asyncIterator]().next();
  await write(base, "b.txt", "theirs");
  await write(base, "a.txt", "theirs");
  await write(overlay, "a.txt", "mine");
  await write(overlay, "b.txt", "mine");
  const error = await failureOf(overlay.commit());
  expect(error.message).toContain('"a.txt", "b.txt"');
});

test("a file replaced by the version that the base has now is no conflict, whatever was read before", async () => {
  const base = createMemoryStorage({ files });
  const overlay = createOverlayStorage({ base });
  await overlay.readFile("a.txt");
  await write(base, "a.txt", "theirs");
  const { version } = (await overlay.readFile("a.txt")).metadata;
  await overlay.capabilities.replaceFile!("a.txt", bytes("theirs and mine"), "text/plain", version!);
  await overlay.commit();
  expect(await textOf(base, "a.txt")).toBe("theirs and mine");
});

test("a conflict of many files names ten and counts the rest", async () => {
  const base = createMemoryStorage();
  const overlay = createOverlayStorage({ base });
  for (let index = 0; index < 30; index++) await write(overlay, `f${index + 10}`, "mine");
  for (let index = 0; index < 30; index++) await write(base, `f${index + 10}`, "theirs");
  const error = await failureOf(overlay.commit());
  expect(error.message).toContain('"f19", and 20 more');
  expect((error.cause as AggregateError).errors).toHaveLength(30);
});

test("a large file is compared piece by piece", async () => {
  const content = new Uint8Array(17 * 1024 * 1024).fill(7);
  const inner = createMemoryStorage({ files: { big: content } });
  const lengths: number[] = [];
  const base: Storage = {
    ...bare(inner),
    readFile: async () => {
      throw new Error("not as a whole");
    },
    capabilities: {
      readRange: async (path, start, length, options) => {
        lengths.push(length);
        const read = await inner.capabilities.readRange!(path, start, length, options);
        return { ...read, metadata: { path, contentType: "text/plain", size: content.length } };
      },
    },
  };
  const overlay = createOverlayStorage({ base });
  await overlay.writeFile("big", content, "text/plain");
  expect(await overlay.changes()).toEqual([]);
  await overlay.deleteFile("big");
  await overlay.commit();
  expect(await inner.listFiles()).toEqual([]);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(8 * 1024 * 1024);
});

/** Refuses a file where a directory is, and the reverse, as a disk does. */
function likeDisk(inner: Storage): Storage {
  return {
    ...inner,
    capabilities: {},
    writeFile: async (path, ...rest) => {
      const paths = (await inner.listFiles()).map((file) => file.path);
      if (paths.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))) {
        throw new Error(`${path} is in the way`);
      }
      await inner.writeFile(path, ...rest);
    },
  };
}

const replacements: [string, Record<string, string>, (overlay: OverlayStorage) => Promise<unknown>][] = [
  [
    "a file by a directory",
    { a: "1" },
    async (o) => {
      await o.deleteFile("a");
      await write(o, "a/b", "2");
    },
  ],
  [
    "a directory by a file",
    { "a/b": "1", "a/c": "2" },
    async (o) => {
      await o.deleteFile("a/b");
      await o.deleteFile("a/c");
      await write(o, "a", "3");
    },
  ],
  ["a file by itself in a directory", { a: "1" }, (o) => o.capabilities.moveFile!("a", "a/b")],
];

test.each(replacements)("replaces %s, also in a store that cannot hold both", async (_, initial, work) => {
  const inner = createMemoryStorage({ files: initial });
  const overlay = createOverlayStorage({ base: likeDisk(inner) });
  await work(overlay);
  const wanted = await filesOf(overlay);
  await overlay.commit();
  expect(await filesOf(inner)).toEqual(wanted);
});

describe("while a commit runs", () => {
  /** Commits the sample and does the work at the first write of this name. */
  async function commitWith(name: WriteName, work: (overlay: OverlayStorage) => Promise<unknown>) {
    const sample = await createSample();
    let done = false;
    sample.observed.onWrite = async (_, written) => {
      if (written !== name || done) return;
      done = true;
      await work(sample.overlay);
    };
    await sample.overlay.commit();
    expect(done).toBe(true);
    return sample;
  }

  test("a write to a file of the commit is kept as a change", async () => {
    const { base, overlay } = await commitWith("replaceFile", (o) => write(o, "a.txt", "later"));
    expect(await textOf(base, "a.txt")).toBe("A2");
    expect(await textOf(overlay, "a.txt")).toBe("later");
    expect(await overlay.changes()).toEqual([{ path: "a.txt", kind: "modified", size: 5, previousSize: 2 }]);
    await overlay.commit();
    expect(await textOf(base, "a.txt")).toBe("later");
  });

  test("a file of the commit that is deleted meanwhile is a deletion to commit", async () => {
    const { base, overlay } = await commitWith("createFile", (o) => o.deleteFile("new.txt"));
    expect(await textOf(base, "new.txt")).toBe("N");
    expect(await failureOf(overlay.readFile("new.txt"))).toMatchObject({ code: "VFS_FILE_NOT_FOUND" });
    expect(await overlay.changes()).toEqual([{ path: "new.txt", kind: "deleted", previousSize: 1 }]);
    await overlay.commit();
    expect(await filesOf(base)).toEqual(committed.slice(0, 2));
  });

  test("a file of the commit that is moved meanwhile is a move to commit", async () => {
    const { overlay } = await commitWith("createFile", (o) => o.capabilities.moveFile!("new.txt", "newer.txt"));
    expect(await overlay.changes()).toEqual([
      { path: "newer.txt", kind: "moved", from: "new.txt", size: 1, previousSize: 1 },
    ]);
  });

  test("what is discarded meanwhile is committed all the same, and no change any more", async () => {
    const { base, overlay } = await commitWith("moveFile", (o) => o.discard());
    expect(await filesOf(base)).toEqual(committed);
    expect(await filesOf(overlay)).toEqual(committed);
    expect(await overlay.changes()).toEqual([]);
  });

  test("a snapshot cannot be restored", async () => {
    const { overlay } = await commitWith("moveFile", async (o) => {
      const error = await failureOf(o.restore(await o.snapshot()));
      expect(error).toMatchObject({ code: "VFS_VERSION_CONFLICT" });
    });
    expect(await overlay.changes()).toEqual([]);
  });

  test("an added file that is deleted leaves no trace when the commit fails before it", async () => {
    const { observed, overlay } = await createSample();
    observed.onWrite = async () => {
      await overlay.deleteFile("new.txt");
      throw new Error("no");
    };
    expect(await failureOf(overlay.commit())).toMatchObject({ code: "VFS_UNAVAILABLE" });
    observed.onWrite = undefined;
    expect((await overlay.changes()).map(({ path }) => path)).toEqual(["a.txt", "c.txt", "moved.txt"]);
    await write(observed.storage, "new.txt", "theirs");
    expect(await textOf(overlay, "new.txt")).toBe("theirs");
  });

  test("a new file is no part of it", async () => {
    const { base, overlay } = await commitWith("moveFile", (o) => write(o, "later.txt", "1"));
    expect(await filesOf(base)).toEqual(committed);
    expect(await overlay.changes()).toEqual([{ path: "later.txt", kind: "added", size: 1 }]);
  });

  test("another commit waits and finds nothing left", async () => {
    const { overlay, base } = await createSample();
    const [first, second] = await Promise.all([overlay.commit(), overlay.commit()]);
    expect(first).toHaveLength(4);
    expect(second).toEqual([]);
    expect(await filesOf(base)).toEqual(committed);
  });

  test("writers that lock the base's files wait for it, and it for them", async () => {
    const { base, overlay } = await createSample();
    let release!: () => void;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const writer = withPathLock(readOnly(base), ["a.txt"], () => held);
    const commit = overlay.commit({ paths: ["a.txt"] });
    const other = await overlay.commit({ paths: ["new.txt"] });
    expect(other).toHaveLength(1);
    expect(await textOf(base, "a.txt")).toBe("A");
    release();
    await Promise.all([writer, commit]);
    expect(await textOf(base, "a.txt")).toBe("A2");
  });

  test("a file that is moved before the lock is given is not committed as half a move", async () => {
    const { base, overlay } = await createSample();
    const commit = await withPathLock(base, ["a.txt"], async () => {
      const waiting = overlay.commit({ paths: ["a.txt", "new.txt"] });
      await write(overlay, "a.txt", "A");
      await overlay.capabilities.moveFile!("a.txt", "z.txt");
      return { waiting };
    });
    expect((await commit.waiting).map(({ path }) => path)).toEqual(["new.txt"]);
    expect(await textOf(base, "a.txt")).toBe("A");
    expect((await overlay.changes()).map(({ path, from }) => [path, from])).toEqual([
      ["c.txt", undefined],
      ["moved.txt", "b.txt"],
      ["z.txt", "a.txt"],
    ]);
  });

  test("an abort ends the waiting for a lock", async () => {
    const { base, overlay } = await createSample();
    const controller = new AbortController();
    await withPathLock(base, ["a.txt"], async () => {
      const commit = overlay.commit({ signal: controller.signal });
      controller.abort("enough");
      await expect(commit).rejects.toBe("enough");
    });
    expect(await overlay.changes()).toHaveLength(4);
    expect(await overlay.commit()).toHaveLength(4);
  });

  test("a lock on the overlay's own file is another lock", async () => {
    const { overlay } = await createSample();
    await withPathLock(overlay, ["a.txt"], () => overlay.commit());
    expect(await overlay.changes()).toEqual([]);
  });
});
