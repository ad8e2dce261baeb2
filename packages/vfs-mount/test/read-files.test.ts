import { Readable } from "node:stream";
import type { Storage, StorageCapabilities } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { expect, test } from "vitest";
import { collect, decode, memoryOf } from "./text-files.js";

/** The store, and each run of paths that its `readFiles` was given. `ahead` paths are taken before the first is read. */
function recordRuns(storage: Storage, ahead: number): { storage: Storage; runs: string[][] } {
  const runs: string[][] = [];
  const { readFiles } = storage.capabilities;
  return {
    runs,
    storage: {
      ...storage,
      capabilities: {
        async *readFiles(paths, options) {
          const run: string[] = [];
          runs.push(run);
          const waiting: string[] = [];
          for (const path of paths) {
            run.push(path);
            waiting.push(path);
            if (waiting.length > ahead) yield* readFiles!([waiting.shift()!], options);
          }
          yield* readFiles!(waiting, options);
        },
      },
    },
  };
}

const shown = (
  files: readonly ({ path: string; missing: true } | { metadata: { path: string }; content: Uint8Array })[],
) =>
  files.map((file) => ("missing" in file ? `${file.path} missing` : `${file.metadata.path} ${decode(file.content)}`));

test.each([0, 1, 100])("in the order asked, one run for each store in turn, with %d read ahead", async (ahead) => {
  const root = recordRuns(memoryOf("root", "a", "b"), ahead);
  const docs = recordRuns(memoryOf("docs", "a", "c"), ahead);
  const storage = createMountStorage({ "": root.storage, docs: docs.storage });
  const paths = ["a", "b", "docs/c", "docs/x", "docs", "docs/a", "docs/a", "x", "docs/c"];
  expect(shown(await collect(storage.capabilities.readFiles!(paths)))).toEqual([
    "a root",
    "b root",
    "docs/c docs",
    "docs/x missing",
    "docs missing",
    "docs/a docs",
    "docs/a docs",
    "x missing",
    "docs/c docs",
  ]);
  expect(root.runs).toEqual([["a", "b"], ["x"]]);
  expect(docs.runs).toEqual([["c", "x"], ["a", "a"], ["c"]]);
});

test.each([0, 100])(
  "an invalid path fails the iteration after the files before it, with %d read ahead",
  async (ahead) => {
    const storage = createMountStorage({ docs: recordRuns(memoryOf("1", "a"), ahead).storage });
    const seen: unknown[] = [];
    const iterate = async () => {
      for await (const file of storage.capabilities.readFiles!(["docs/a", "../x", "docs/a"])) seen.push(file);
    };
    await expect(iterate()).rejects.toMatchObject({ code: "VFS_PATH_INVALID", path: "../x" });
    expect(seen).toHaveLength(1);
  },
);

test("asks for no more paths than the store does, and closes both ends when the consumer stops", async () => {
  const storage = createMountStorage({ "": createMemoryStorage(), docs: memoryOf("1", "a") });
  let asked = 0;
  let closed = false;
  function* paths() {
    try {
      for (;;) {
        asked++;
        yield "docs/a";
      }
    } finally {
      closed = true;
    }
  }
  let taken = 0;
  for await (const file of storage.capabilities.readFiles!(paths())) {
    expect(file).toHaveProperty("content");
    if (++taken === 3) break;
  }
  expect(asked).toBeLessThanOrEqual(5);
  expect(closed).toBe(true);
});

test.each<[title: string, readFiles: NonNullable<StorageCapabilities["readFiles"]>]>([
  ["asks for none", () => Readable.from([])],
  [
    "leaves some out",
    async function* (paths) {
      for (const path of paths) if (path === "a") yield { path, missing: true };
    },
  ],
  [
    "gives one twice",
    async function* (paths) {
      for (const path of paths) for (let count = 0; count < 2; count++) yield { path, missing: true };
    },
  ],
])("a store whose readFiles %s fails the iteration", async (_, readFiles) => {
  const docs: Storage = { ...createMemoryStorage(), capabilities: { readFiles } };
  const storage = createMountStorage({ docs, "": memoryOf("1", "x") });
  await expect(collect(storage.capabilities.readFiles!(["docs/a", "docs/b", "x"]))).rejects.toMatchObject({
    code: "VFS_UNAVAILABLE",
    message: 'the store under "docs/" did not read the files that it was asked for',
  });
});

test("fails with the signal's reason, also where no store is asked", async () => {
  const storage = createMountStorage({ docs: memoryOf("1", "a") });
  const signal = AbortSignal.abort("stop");
  for (const paths of [[], ["elsewhere"], ["docs/a"]]) {
    await expect(collect(storage.capabilities.readFiles!(paths, { signal }))).rejects.toBe("stop");
  }
  const controller = new AbortController();
  const files = storage.capabilities.readFiles!(["docs/a", "docs", "docs/a"], { signal: controller.signal });
  const iterator = files[Symbol.asyncIterator]();
  await iterator.next();
  controller.abort("stop");
  await expect(iterator.next()).rejects.toBe("stop");
});
