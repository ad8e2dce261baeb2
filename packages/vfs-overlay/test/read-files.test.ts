import { readOnly, type Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createOverlayStorage } from "@x/vfs-overlay";
import { describe, expect, test } from "vitest";
import { bytes, failureOf, filesOf, textOf, write } from "./samples.js";

/** A base of three files with one deleted, one replaced and one added over it. */
async function createSample() {
  const base = createMemoryStorage({ files: { "a.md": "A", "b.md": "B", "c.md": "C" } });
  const overlay = createOverlayStorage({ base });
  await overlay.deleteFile("a.md");
  await write(overlay, "b.md", "new B", "text/x-b");
  await write(overlay, "b0.md", "added");
  return { base, overlay, capabilities: overlay.capabilities };
}

test("a listing merges base and layer in order, without what is deleted", async () => {
  const { overlay } = await createSample();
  const files = await overlay.listFiles();
  expect(files.map(({ path, size, contentType }) => [path, size, contentType])).toEqual([
    ["b.md", 5, "text/x-b"],
    ["b0.md", 5, "text/plain"],
    ["c.md", 1, "text/markdown"],
  ]);
});

test("a listing asks the base for the prefix only, and reads no content", async () => {
  const inner = createMemoryStorage({ files: { "a/1": "1", "b/1": "1" } });
  const prefixes: unknown[] = [];
  const reads: string[] = [];
  const base: Storage = {
    ...inner,
    capabilities: {},
    listFiles: (options) => {
      prefixes.push(options?.prefix);
      return inner.listFiles(options);
    },
    readFile: (path, options) => {
      reads.push(path);
      return inner.readFile(path, options);
    },
  };
  const overlay = createOverlayStorage({ base });
  await write(overlay, "a/2", "2");
  await write(overlay, "b/2", "2");
  reads.length = 0;
  expect((await overlay.listFiles({ prefix: "a/" })).map(({ path }) => path)).toEqual(["a/1", "a/2"]);
  expect(prefixes).toEqual(["a/"]);
  expect(reads).toEqual([]);
});

test("what was not changed shows the base as it is now", async () => {
  const { base, overlay } = await createSample();
  await write(base, "c.md", "C2");
  await write(base, "d.md", "D");
  await write(base, "a.md", "back");
  expect(await filesOf(overlay)).toEqual([
    ["b.md", "new B"],
    ["b0.md", "added"],
    ["c.md", "C2"],
    ["d.md", "D"],
  ]);
});

test("stat, readRange and readFiles tell the same as readFile", async () => {
  const { overlay, capabilities } = await createSample();
  const paths = ["c.md", "b.md", "a.md", "b0.md", "none", "b.md"];
  const yielded: unknown[] = [];
  for await (const file of capabilities.readFiles!(paths)) {
    if ("missing" in file) {
      yielded.push([file.path, "missing"]);
      expect(await failureOf(capabilities.stat!(file.path))).toMatchObject({ code: "VFS_FILE_NOT_FOUND" });
      expect(await failureOf(capabilities.readRange!(file.path, 0, 1))).toMatchObject({ code: "VFS_FILE_NOT_FOUND" });
      continue;
    }
    const { path } = file.metadata;
    yielded.push([path, new TextDecoder().decode(file.content)]);
    expect(await overlay.readFile(path)).toEqual(file);
    expect(await capabilities.stat!(path)).toEqual(file.metadata);
    const range = await capabilities.readRange!(path, 1, 2);
    expect(range).toEqual({ content: file.content.slice(1, 3), metadata: file.metadata });
  }
  expect(yielded).toEqual([
    ["c.md", "C"],
    ["b.md", "new B"],
    ["a.md", "missing"],
    ["b0.md", "added"],
    ["none", "missing"],
    ["b.md", "new B"],
  ]);
});

test("readFiles reads thousands of files of both sides in the order asked", async () => {
  const base = createMemoryStorage({ files: Object.fromEntries(numbered(1000).map((path) => [path, path])) });
  const overlay = createOverlayStorage({ base });
  for (const path of numbered(1000)) if (path.endsWith("7")) await write(overlay, path, `new ${path}`);
  const texts: string[] = [];
  for await (const file of overlay.capabilities.readFiles!(numbered(1000).reverse())) {
    if ("content" in file) texts.push(new TextDecoder().decode(file.content));
  }
  expect(texts).toEqual(
    numbered(1000)
      .reverse()
      .map((path) => (path.endsWith("7") ? `new ${path}` : path)),
  );
});

test("stopping readFiles early ends the reading of the base", async () => {
  const inner = createMemoryStorage({ files: { a: "1", b: "2" } });
  let ended = false;
  const base: Storage = {
    ...inner,
    capabilities: {
      async *readFiles(paths, options) {
        try {
          yield* inner.capabilities.readFiles!(paths, options);
        } finally {
          ended = true;
        }
      },
    },
  };
  const reading = createOverlayStorage({ base }).capabilities.readFiles!(["a", "b"])[Symbol.asyncIterator]();
  await reading.next();
  await reading.return!();
  expect(ended).toBe(true);
});

describe("search", () => {
  test("finds what the overlay has, by the base's syntax", async () => {
    const base = createMemoryStorage({ files: { a: "needle", b: "needle", c: "needle", d: "hay" } });
    const overlay = createOverlayStorage({ base });
    const { search } = overlay.capabilities;
    await overlay.deleteFile("a");
    await write(overlay, "b", "hay");
    await write(overlay, "d", "a NEEDLE");
    await overlay.capabilities.moveFile!("c", "z");
    expect(await search!.query("needle")).toEqual(["d", "z"]);
    expect(search!.syntax).toBe(base.capabilities.search!.syntax);
    await overlay.discard();
    expect(await search!.query("needle")).toEqual(["a", "b", "c"]);
  });

  test("is not offered where base and layer may not mean the same by a query", () => {
    const base = createMemoryStorage();
    const other: Storage = {
      ...base,
      capabilities: { search: { syntax: "Words. Example: a b", query: async () => [] } },
    };
    expect(createOverlayStorage({ base: other }).capabilities.search).toBeUndefined();
    expect(createOverlayStorage({ base, layer: createMemoryStorage() }).capabilities.search).toBeUndefined();
  });
});

test("a listing or a search that overlaps a commit misses no file that was there all the time", async () => {
  const inner = createMemoryStorage();
  let open!: () => void;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  // The base answers with what it had when it was asked, after the commit has ended.
  const base: Storage = {
    ...inner,
    listFiles: async (options) => {
      const files = await inner.listFiles(options);
      if (options?.prefix === undefined) await gate;
      return files;
    },
    capabilities: { ...inner.capabilities, search: { ...inner.capabilities.search!, query: async () => [] } },
  };
  const overlay = createOverlayStorage({ base });
  await write(overlay, "a", "text");
  const answers = Promise.all([overlay.listFiles(), overlay.capabilities.search!.query("text")]);
  await overlay.commit();
  open();
  const [files, found] = await answers;
  expect(files.map(({ path }) => path)).toEqual(["a"]);
  expect(found).toEqual(["a"]);
});

test("over a read-only base the overlay is a dry run: written, reviewed, never committed", async () => {
  const base = createMemoryStorage({ files: { a: "1" } });
  const overlay = createOverlayStorage({ base: readOnly(base) });
  expect(overlay.capabilities.readOnly).toBeUndefined();
  await write(overlay, "a", "2");
  expect(await textOf(overlay, "a")).toBe("2");
  expect(await failureOf(overlay.commit())).toMatchObject({ code: "VFS_READ_ONLY" });
  expect(await failureOf(overlay.commit({ paths: ["../a"] }))).toMatchObject({ code: "VFS_PATH_INVALID" });
  expect(await overlay.changes()).toHaveLength(1);
  expect(await textOf(base, "a")).toBe("1");
});

test("a read that an overlapping write replaces gives the old bytes or the new, whole", async () => {
  const overlay = createOverlayStorage({ base: createMemoryStorage(), layer: createMemoryStorage() });
  await write(overlay, "a", "old");
  const readings = Array.from({ length: 20 }, () => textOf(overlay, "a"));
  await Promise.all([
    write(overlay, "a", "new"),
    ...readings.map(async (text) => expect(["old", "new"]).toContain(await text)),
  ]);
});

test("a file that the layer has lost is unavailable, without a name of the layer's", async () => {
  const layer = createMemoryStorage();
  const overlay = createOverlayStorage({ base: createMemoryStorage(), layer });
  await overlay.writeFile("a", bytes("1"), "text/plain");
  const [blob] = await layer.listFiles();
  await layer.deleteFile(blob!.path);
  const error = await failureOf(overlay.readFile("a"));
  expect(error).toMatchObject({ code: "VFS_UNAVAILABLE", path: "a" });
  expect(error.message).not.toContain(blob!.path);
});

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `f${String(index).padStart(5, "0")}`);
}

test.each([5, null])("a prefix %o is no string", async (prefix) => {
  const overlay = createOverlayStorage({ base: createMemoryStorage({ files: { "5": "1" } }) });
  await expect(overlay.listFiles({ prefix: prefix as unknown as string })).rejects.toThrow("prefix must be a string");
});
