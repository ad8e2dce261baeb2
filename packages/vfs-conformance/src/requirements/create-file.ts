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
  listedPaths,
  patternBytes,
} from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const needs = ["createFile"] as const;
const type = "text/plain";

export const createFileRequirements: readonly StorageRequirement[] = [
  must(
    "create-file/creates",
    "createFile writes where no file is, exactly as writeFile does, also no bytes.",
    async ({ storage, traits }) => {
      const content = patternBytes(3000);
      await capability(storage, "createFile")("new/file.txt", content, "text/x-special");
      content.fill(0);
      await expectContent(storage, "new/file.txt", patternBytes(3000));
      const { metadata } = await storage.readFile("new/file.txt");
      expectThat(metadata.size === 3000, `the size ${showValue(metadata.size)}`);
      if (traits.storesContentType ?? true) {
        expectThat(metadata.contentType === "text/x-special", `the content type ${showValue(metadata.contentType)}`);
      }
      await capability(storage, "createFile")("new/empty.txt", new Uint8Array(), type);
      await expectContent(storage, "new/empty.txt", "");
    },
    { needs },
  ),
  must(
    "create-file/exists",
    "createFile where a file is rejects with VFS_FILE_EXISTS and changes nothing, also over an empty file.",
    async ({ storage }) => {
      const create = capability(storage, "createFile");
      for (const [path, text] of [
        ["full.txt", "full"],
        ["empty.txt", ""],
      ] as const) {
        await storage.writeFile(path, bytesOf(text), type);
        await expectRejection(() => create(path, bytesOf("other"), type), "VFS_FILE_EXISTS", `createFile over ${path}`);
        await expectContent(storage, path, text);
      }
    },
    { needs },
  ),
  must(
    "create-file/after-delete",
    "createFile works where a file was deleted.",
    async ({ storage }) => {
      const create = capability(storage, "createFile");
      await create("again/and/again/file.txt", bytesOf("first"), type);
      await storage.deleteFile("again/and/again/file.txt");
      await create("again/and/again/file.txt", bytesOf("second"), type);
      await expectContent(storage, "again/and/again/file.txt", "second");
    },
    { needs },
  ),
  must(
    "create-file/race",
    "Of several createFile calls on one path at once, exactly one writes; the others are VFS_FILE_EXISTS.",
    async ({ storage }) => {
      const create = capability(storage, "createFile");
      for (let round = 0; round < 5; round++) {
        const path = `race/${round}.txt`;
        const contents = Array.from({ length: 8 }, (_, index) => bytesOf(`worker ${index}`));
        const results = await Promise.all(contents.map((content) => attempt(() => create(path, content, type))));
        const winners = results.flatMap((result, index) => ("value" in result ? [index] : []));
        expectThat(winners.length === 1, `${winners.length} of 8 calls created ${path}`);
        for (const result of results) {
          if ("error" in result)
            expectThat(VfsError.is(result.error, "VFS_FILE_EXISTS"), `a loser got ${showValue(result.error)}`);
        }
        await expectContent(storage, path, contents[winners[0] ?? 0] ?? "");
      }
    },
    { needs },
  ),
  must(
    "create-file/abort",
    "createFile with an aborted signal rejects with its reason and writes nothing.",
    async ({ storage }) => {
      const { signal, reason } = abortedSignal();
      await expectReason(() => capability(storage, "createFile")("new.txt", bytesOf("new"), type, { signal }), reason);
      expectSamePaths(await listedPaths(storage), []);
    },
    { needs },
  ),
];
