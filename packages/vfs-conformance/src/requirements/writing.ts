import { setImmediate } from "node:timers/promises";
import {
  bytesOf,
  expectBytes,
  expectContent,
  expectSamePaths,
  expectThat,
  isGone,
  listedPaths,
  patternBytes,
  sameBytes,
} from "../expectations.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const type = "application/octet-stream";

export const writingRequirements: readonly StorageRequirement[] = [
  must(
    "write/replaces",
    "Writing to an existing file replaces its content, also by content of the same size.",
    async ({ storage }) => {
      const content = patternBytes(200);
      await storage.writeFile("again.bin", content, type);
      const changed = content.slice();
      changed[199] = 0;
      await storage.writeFile("again.bin", changed, type);
      await expectContent(storage, "again.bin", changed);
    },
  ),
  must("write/shrinks", "Replacing a file by a shorter one leaves nothing of the longer one.", async ({ storage }) => {
    await storage.writeFile("shrink.bin", patternBytes(10_000), type);
    await storage.writeFile("shrink.bin", patternBytes(100, 7), type);
    await expectContent(storage, "shrink.bin", patternBytes(100, 7));
    await storage.writeFile("shrink.bin", new Uint8Array(), type);
    await expectContent(storage, "shrink.bin", new Uint8Array());
  }),
  must("write/grows", "Replacing a file by a longer one keeps all of the longer one.", async ({ storage }) => {
    await storage.writeFile("grow.bin", patternBytes(100), type);
    await storage.writeFile("grow.bin", patternBytes(10_000, 7), type);
    await expectContent(storage, "grow.bin", patternBytes(10_000, 7));
  }),
  must(
    "write/keeps-own-copy",
    "The store keeps its own copy: changing the bytes after the write changes nothing in it.",
    async ({ storage }) => {
      const content = patternBytes(1000);
      await storage.writeFile("copy.bin", content, type);
      content.fill(0x21);
      await expectContent(storage, "copy.bin", patternBytes(1000));
    },
  ),
  must(
    "write/view",
    "Content that is a view of a larger buffer is written as the bytes of the view alone.",
    async ({ storage }) => {
      const whole = patternBytes(1000);
      await storage.writeFile("view.bin", whole.subarray(100, 200), type);
      await expectContent(storage, "view.bin", whole.slice(100, 200));
    },
  ),
  must(
    "write/visible-at-once",
    "After a promise resolves, every later call sees its effect, a listing among them.",
    async ({ storage }) => {
      await storage.writeFile("visible/first.txt", bytesOf("1"), "text/plain");
      expectSamePaths(await listedPaths(storage), ["visible/first.txt"]);
      await storage.writeFile("visible/second.txt", bytesOf("2"), "text/plain");
      expectSamePaths(await listedPaths(storage), ["visible/first.txt", "visible/second.txt"]);
      await expectContent(storage, "visible/second.txt", "2");
      await storage.deleteFile("visible/first.txt");
      expectSamePaths(await listedPaths(storage), ["visible/second.txt"]);
    },
  ),
  must(
    "write/readers-see-whole-files",
    "A reader sees the old file or the new one, never a part of either, and a listing no other name meanwhile.",
    async ({ storage }) => {
      const [before, after] = [new Uint8Array(300_000).fill(0x6f), new Uint8Array(500_000).fill(0x6e)];
      const written: string[] = [];
      for (const path of ["shared/1.bin", "shared/2.bin", "shared/3.bin"]) {
        written.push(path);
        await storage.writeFile(path, before, type);
        let writing = true;
        const write = storage.writeFile(path, after, type).finally(() => {
          writing = false;
        });
        const read = async () => {
          while (writing) {
            const { content, metadata } = await storage.readFile(path);
            const whole = sameBytes(content, before) || sameBytes(content, after);
            expectThat(whole, `${content.length} bytes that are neither the old file nor the new one`);
            expectThat(metadata.size === content.length, `${content.length} bytes with metadata of ${metadata.size}`);
            expectSamePaths(await listedPaths(storage, ""), written);
            await setImmediate();
          }
        };
        await Promise.all([write, read(), read()]);
        await expectContent(storage, path, after);
      }
    },
  ),
  must(
    "write/overlapping-on-one-path",
    "Writes to one path that overlap end as one of them, whole.",
    async ({ storage }) => {
      const contents = Array.from({ length: 10 }, (_, index) => new Uint8Array(1000 + index * 5000).fill(index + 65));
      await Promise.all(contents.map((content) => storage.writeFile("contested.bin", content, type)));
      const { content, metadata } = await storage.readFile("contested.bin");
      expectThat(
        contents.some((candidate) => sameBytes(candidate, content)),
        `${content.length} bytes that are none of the writes`,
      );
      expectThat(metadata.size === content.length, `${content.length} bytes with metadata of ${metadata.size}`);
      expectSamePaths(await listedPaths(storage), ["contested.bin"]);
    },
  ),
  must(
    "write/overlapping-on-many-paths",
    "Writes to different paths that overlap never disturb each other.",
    async ({ storage }) => {
      const paths = Array.from({ length: 60 }, (_, index) => `many/${index % 7}/${index}.bin`);
      await Promise.all(paths.map((path, index) => storage.writeFile(path, patternBytes(500 + index, index), type)));
      for (const [index, path] of paths.entries()) await expectContent(storage, path, patternBytes(500 + index, index));
      expectSamePaths(await listedPaths(storage), paths);
    },
  ),
  must(
    "calls/different-paths",
    "A read, a write and a delete on different paths at the same time never disturb each other.",
    async ({ storage }) => {
      const content = patternBytes(50_000);
      for (let round = 0; round < 5; round++) {
        await storage.writeFile("pair/kept.bin", content, type);
        await storage.writeFile("pair/deleted.bin", content, type);
        const [, , read] = await Promise.all([
          storage.writeFile(`pair/new-${round}.bin`, patternBytes(50_000, round), type),
          storage.deleteFile("pair/deleted.bin"),
          storage.readFile("pair/kept.bin"),
        ]);
        expectBytes(read.content, content, "what the read of pair/kept.bin gave");
        await expectContent(storage, `pair/new-${round}.bin`, patternBytes(50_000, round));
        expectThat(await isGone(storage, "pair/deleted.bin"), "pair/deleted.bin is still there");
      }
    },
  ),
];
