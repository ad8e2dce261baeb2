import {
  attempt,
  bytesOf,
  capability,
  expectContent,
  expectSamePaths,
  expectThat,
  isGone,
  listedPaths,
  patternBytes,
  sameBytes,
} from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const skip: StorageRequirement["skip"] = ({ durable = false }) =>
  durable ? undefined : "traits.durable is not stated: the files live no longer than the store object";

export const durabilityRequirements: readonly StorageRequirement[] = [
  must(
    "durable/files",
    "Files outlive the store: a new store on the same medium reads them whole.",
    async ({ storage, reopen }) => {
      await storage.writeFile("kept/file.bin", patternBytes(100_000), "text/plain");
      await storage.writeFile("kept/file.bin", patternBytes(50_000, 9), "text/plain");
      const reopened = await reopen();
      await expectContent(reopened, "kept/file.bin", patternBytes(50_000, 9));
      await reopened.writeFile("kept/more.txt", bytesOf("more"), "text/plain");
      await expectContent(reopened, "kept/more.txt", "more");
    },
    { skip },
  ),
  must(
    "durable/deletes",
    "Deleted files stay deleted in a new store on the same medium.",
    async ({ storage, reopen }) => {
      await storage.writeFile("gone.txt", bytesOf("gone"), "text/plain");
      await storage.writeFile("kept.txt", bytesOf("kept"), "text/plain");
      await storage.deleteFile("gone.txt");
      const reopened = await reopen();
      expectThat(await isGone(reopened, "gone.txt"), "gone.txt can be read again");
      expectSamePaths(await listedPaths(reopened), ["kept.txt"]);
    },
    { skip },
  ),
  must(
    "durable/metadata",
    "Metadata outlive the store.",
    async ({ storage, reopen }) => {
      await storage.writeFile("typed.json", bytesOf("{}"), "text/x-special");
      const before = (await storage.readFile("typed.json")).metadata;
      const after = (await (await reopen()).readFile("typed.json")).metadata;
      const same = before.contentType === after.contentType && before.size === after.size;
      expectThat(
        same && before.updatedAt?.getTime() === after.updatedAt?.getTime(),
        `${showValue(before)}, then ${showValue(after)}`,
      );
    },
    { skip },
  ),
  must(
    "durable/while-writing",
    "A store that is left while it writes leaves the old file or the new one.",
    async ({ storage, reopen }) => {
      const [before, after] = [patternBytes(100_000), patternBytes(700_000, 3)];
      await storage.writeFile("left.bin", before, "text/plain");
      const writing = attempt(() => storage.writeFile("left.bin", after, "text/plain"));
      const reopened = await reopen();
      const early = (await reopened.readFile("left.bin")).content;
      await writing;
      const late = (await reopened.readFile("left.bin")).content;
      for (const content of [early, late]) {
        expectThat(
          sameBytes(content, before) || sameBytes(content, after),
          `${content.length} bytes: neither the old file nor the new`,
        );
      }
      expectSamePaths(await listedPaths(reopened), ["left.bin"]);
    },
    { skip },
  ),
  must(
    "durable/versions",
    "A version from before is stale after a write to the new store.",
    async ({ storage, reopen }) => {
      await storage.writeFile("file.txt", bytesOf("1"), "text/plain");
      const { version } = (await storage.readFile("file.txt")).metadata;
      const reopened = await reopen();
      await reopened.writeFile("file.txt", bytesOf("2"), "text/plain");
      const result = await attempt(() =>
        capability(reopened, "replaceFile")("file.txt", bytesOf("3"), "text/plain", version ?? ""),
      );
      expectThat("error" in result, "replaceFile accepted the version of the old content");
      await expectContent(reopened, "file.txt", "2");
    },
    { skip, needs: ["replaceFile"] },
  ),
];
