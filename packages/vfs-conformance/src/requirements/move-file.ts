import { VfsError } from "@x/vfs";
import {
  abortedSignal,
  attempt,
  bytesOf,
  capability,
  expectContent,
  expectReason,
  expectRejection,
  expectSamePaths,
  expectThat,
  isGone,
  listedPaths,
  patternBytes,
} from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const needs = ["moveFile"] as const;
const type = "text/plain";

export const moveFileRequirements: readonly StorageRequirement[] = [
  must(
    "move-file/moves",
    "moveFile takes the content to the destination, and nothing is left at the source.",
    async ({ storage }) => {
      await storage.writeFile("from/here.bin", patternBytes(5000), type);
      await capability(storage, "moveFile")("from/here.bin", "to/a/new/place.bin");
      await expectContent(storage, "to/a/new/place.bin", patternBytes(5000));
      expectThat(await isGone(storage, "from/here.bin"), "the source can still be read");
      expectSamePaths(await listedPaths(storage), ["to/a/new/place.bin"]);
    },
    { needs },
  ),
  must(
    "move-file/content-type",
    "moveFile keeps the content type, also over a file of another.",
    async ({ storage }) => {
      await storage.writeFile("typed.txt", bytesOf("content"), "text/x-special");
      await storage.writeFile("over.txt", bytesOf("over"), type);
      const move = capability(storage, "moveFile");
      await move("typed.txt", "typed.json");
      for (const [path, step] of [
        ["typed.json", async () => undefined],
        ["over.txt", () => move("typed.json", "over.txt", { overwrite: true })],
      ] as const) {
        await step();
        const { contentType } = (await storage.readFile(path)).metadata;
        expectThat(contentType === "text/x-special", `the content type ${showValue(contentType)} of ${path}`);
      }
    },
    {
      needs,
      skip: ({ storesContentType = true }) =>
        storesContentType ? undefined : "traits.storesContentType is false: the store derives it from the path",
    },
  ),
  must(
    "move-file/missing",
    "moveFile of a file that does not exist rejects with VFS_FILE_NOT_FOUND, also to itself, and its destination stays as it is.",
    async ({ storage }) => {
      const move = capability(storage, "moveFile");
      await storage.writeFile("there/is/a/file.txt", bytesOf("there"), type);
      await expectRejection(() => move("missing.txt", "moved.txt"), "VFS_FILE_NOT_FOUND", "moveFile of a missing file");
      await expectRejection(
        () => move("missing.txt", "there/is/a/file.txt", { overwrite: true }),
        "VFS_FILE_NOT_FOUND",
        "moveFile over a file",
      );
      await expectRejection(
        () => move("missing.txt", "missing.txt"),
        "VFS_FILE_NOT_FOUND",
        "moveFile of a missing file to itself",
      );
      await expectContent(storage, "there/is/a/file.txt", "there");
    },
    { needs },
  ),
  must(
    "move-file/no-directories",
    "There are no directories: moveFile of the front part of a path is VFS_FILE_NOT_FOUND and changes nothing.",
    async ({ storage }) => {
      await storage.writeFile("dir/sub/leaf.txt", bytesOf("leaf"), type);
      for (const path of ["dir", "dir/sub"]) {
        const call = () => capability(storage, "moveFile")(path, "elsewhere");
        await expectRejection(call, "VFS_FILE_NOT_FOUND", `moveFile of ${path}`);
      }
      await expectContent(storage, "dir/sub/leaf.txt", "leaf");
    },
    { needs },
  ),
  must(
    "move-file/exists",
    "moveFile to an existing file rejects with VFS_FILE_EXISTS, and both stay as they are.",
    async ({ storage }) => {
      const move = capability(storage, "moveFile");
      await storage.writeFile("a.txt", bytesOf("a"), type);
      await storage.writeFile("b.txt", bytesOf("b"), type);
      for (const options of [undefined, {}, { overwrite: false }, { overwrite: undefined }]) {
        await expectRejection(
          () => move("a.txt", "b.txt", options),
          "VFS_FILE_EXISTS",
          `moveFile with ${showValue(options)}`,
        );
      }
      await expectContent(storage, "a.txt", "a");
      await expectContent(storage, "b.txt", "b");
    },
    { needs },
  ),
  must(
    "move-file/overwrite",
    "moveFile with overwrite replaces the file at the destination.",
    async ({ storage }) => {
      await storage.writeFile("a.txt", bytesOf("a"), type);
      await storage.writeFile("on/top/of/b.txt", bytesOf("longer than a"), type);
      await capability(storage, "moveFile")("a.txt", "on/top/of/b.txt", { overwrite: true });
      await expectContent(storage, "on/top/of/b.txt", "a");
      expectSamePaths(await listedPaths(storage), ["on/top/of/b.txt"]);
    },
    { needs },
  ),
  must(
    "move-file/to-itself",
    "moveFile to the same path loses nothing, with or without overwrite.",
    async ({ storage }) => {
      await storage.writeFile("same.txt", bytesOf("same"), type);
      for (const options of [undefined, { overwrite: true }]) {
        const result = await attempt(() => capability(storage, "moveFile")("same.txt", "same.txt", options));
        if ("error" in result) {
          expectThat(
            VfsError.is(result.error, "VFS_FILE_EXISTS"),
            `a refusal that is not VFS_FILE_EXISTS: ${showValue(result.error)}`,
          );
        }
        await expectContent(storage, "same.txt", "same");
        expectSamePaths(await listedPaths(storage), ["same.txt"]);
      }
    },
    { needs },
  ),
  must(
    "move-file/to-another-case",
    "moveFile to another case of the same path loses nothing.",
    async ({ storage }) => {
      for (const [index, options] of [undefined, { overwrite: true }].entries()) {
        const [from, to] = [`Name${index}.txt`, `name${index}.txt`];
        await storage.writeFile(from, bytesOf("content"), type);
        const result = await attempt(() => capability(storage, "moveFile")(from, to, options));
        const moved = !("error" in result);
        await expectContent(storage, moved ? to : from, "content");
        const named = (await listedPaths(storage, moved ? to : from)).length;
        expectThat(named === 1, `${moved ? "moved" : "refused"}, and the listing has ${named} files of that name`);
      }
    },
    { needs },
  ),
  must(
    "move-file/below-itself",
    "moveFile to a path below or above its own moves the file whole, or rejects with VFS_PATH_CONFLICT and changes nothing.",
    async ({ storage }) => {
      for (const [from, to] of [
        ["leaf", "leaf/below.txt"],
        ["front/above.txt", "front"],
      ] as const) {
        await storage.writeFile(from, bytesOf(from), type);
        const result = await attempt(() => capability(storage, "moveFile")(from, to));
        if ("error" in result) {
          expectThat(
            VfsError.is(result.error, "VFS_PATH_CONFLICT"),
            `a refusal that is not VFS_PATH_CONFLICT: ${showValue(result.error)}`,
          );
        }
        const there = "error" in result ? from : to;
        await expectContent(storage, there, from);
        expectSamePaths(await listedPaths(storage), [there]);
        await storage.deleteFile(there);
      }
    },
    { needs },
  ),
  must(
    "move-file/race-for-the-source",
    "Of several moves of one file at once, exactly one succeeds, and the content is there once.",
    async ({ storage }) => {
      const move = capability(storage, "moveFile");
      for (let round = 0; round < 5; round++) {
        await storage.writeFile("source.txt", bytesOf("content"), type);
        const destinations = Array.from({ length: 6 }, (_, index) => `moved/${round}-${index}.txt`);
        const results = await Promise.all(
          destinations.map((destination) => attempt(() => move("source.txt", destination))),
        );
        const winners = destinations.filter((_, index) => "value" in (results[index] ?? {}));
        expectThat(winners.length === 1, `${winners.length} of 6 moves of one file succeeded`);
        expectSamePaths(await listedPaths(storage, `moved/${round}-`), winners);
        await expectContent(storage, winners[0] ?? "", "content");
      }
    },
    { needs },
  ),
  must(
    "move-file/race-for-the-destination",
    "Of several moves to one path at once, without overwrite, exactly one succeeds, and no file is lost.",
    async ({ storage }) => {
      const move = capability(storage, "moveFile");
      for (let round = 0; round < 5; round++) {
        const sources = Array.from({ length: 6 }, (_, index) => `round-${round}/${index}.txt`);
        for (const source of sources) await storage.writeFile(source, bytesOf(source), type);
        const target = `target-${round}.txt`;
        const results = await Promise.all(sources.map((source) => attempt(() => move(source, target))));
        const winners = sources.filter((_, index) => "value" in (results[index] ?? {}));
        expectThat(winners.length === 1, `${winners.length} of 6 moves to one path succeeded`);
        await expectContent(storage, target, winners[0] ?? "");
        for (const source of sources) if (!winners.includes(source)) await expectContent(storage, source, source);
      }
    },
    { needs },
  ),
  must(
    "move-file/abort",
    "moveFile with an aborted signal rejects with its reason and moves nothing.",
    async ({ storage }) => {
      const { signal, reason } = abortedSignal();
      await storage.writeFile("here.txt", bytesOf("here"), type);
      await expectReason(() => capability(storage, "moveFile")("here.txt", "there.txt", { signal }), reason);
      await expectContent(storage, "here.txt", "here");
      expectSamePaths(await listedPaths(storage), ["here.txt"]);
    },
    { needs },
  ),
];
