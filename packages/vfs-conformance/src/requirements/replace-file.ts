import { setImmediate } from "node:timers/promises";
import { type Storage, VfsError } from "@x/vfs";
import {
  abortedSignal,
  attempt,
  bytesOf,
  capability,
  expectContent,
  expectReason,
  expectRejection,
  expectThat,
  isGone,
  patternBytes,
} from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const needs = ["replaceFile"] as const;
const type = "text/plain";

async function versionOf(storage: Storage, path: string): Promise<string> {
  const { version } = (await storage.readFile(path)).metadata;
  expectThat(typeof version === "string", `the version of ${path} is ${showValue(version)}`);
  return version;
}

/** Adds one to the number in the file, by reading and replacing until nobody else was in between. */
async function increment(storage: Storage, path: string): Promise<void> {
  const replace = capability(storage, "replaceFile");
  for (let conflicts = 0; ; conflicts++) {
    // As callers do, so that ten workers in step do not spend their time on each other.
    if (conflicts > 1) await setImmediate();
    const { content, metadata } = await storage.readFile(path);
    const next = bytesOf(String(Number(Buffer.from(content).toString()) + 1));
    const result = await attempt(() => replace(path, next, type, metadata.version ?? ""));
    if ("value" in result) return;
    expectThat(
      VfsError.is(result.error, "VFS_VERSION_CONFLICT"),
      `replaceFile rejected with ${showValue(result.error)}`,
    );
  }
}

export const replaceFileRequirements: readonly StorageRequirement[] = [
  must(
    "replace-file/replaces",
    "replaceFile over the current version writes exactly as writeFile does, also no bytes.",
    async ({ storage, traits }) => {
      const replace = capability(storage, "replaceFile");
      await storage.writeFile("file.txt", bytesOf("old"), type);
      const content = patternBytes(3000);
      await replace("file.txt", content, "text/x-special", await versionOf(storage, "file.txt"));
      content.fill(0);
      await expectContent(storage, "file.txt", patternBytes(3000));
      const { contentType } = (await storage.readFile("file.txt")).metadata;
      if (traits.storesContentType ?? true) {
        expectThat(contentType === "text/x-special", `the content type ${showValue(contentType)}`);
      }
      await replace("file.txt", new Uint8Array(), type, await versionOf(storage, "file.txt"));
      await expectContent(storage, "file.txt", "");
    },
    { needs },
  ),
  must(
    "replace-file/stale",
    "replaceFile over any other version, also that of another file, rejects with VFS_VERSION_CONFLICT and changes nothing.",
    async ({ storage }) => {
      const replace = capability(storage, "replaceFile");
      await storage.writeFile("file.txt", bytesOf("old"), type);
      const stale = await versionOf(storage, "file.txt");
      await storage.writeFile("file.txt", bytesOf("new"), type);
      await storage.writeFile("other.txt", bytesOf("other"), type);
      const [current, ofOther] = [await versionOf(storage, "file.txt"), await versionOf(storage, "other.txt")];
      const versions = [stale, "", "__proto__", "undefined", "*", `${current} `, ofOther];
      // Where each file counts its own writes, two files may have the same version.
      for (const version of versions.filter((each) => each !== current)) {
        const call = () => replace("file.txt", bytesOf("other"), type, version);
        await expectRejection(call, "VFS_VERSION_CONFLICT", `replaceFile over the version ${showValue(version)}`);
        await expectContent(storage, "file.txt", "new");
      }
      const blind = await attempt(() => replace("file.txt", bytesOf("other"), type, undefined as never));
      expectThat("error" in blind, "replaceFile without a version resolved");
      await expectContent(storage, "file.txt", "new");
    },
    { needs },
  ),
  must(
    "replace-file/gone",
    "replaceFile where the file is gone, or never was, rejects with VFS_VERSION_CONFLICT and creates nothing.",
    async ({ storage }) => {
      const replace = capability(storage, "replaceFile");
      await storage.writeFile("file.txt", bytesOf("old"), type);
      const version = await versionOf(storage, "file.txt");
      await storage.deleteFile("file.txt");
      for (const path of ["file.txt", "never.txt"]) {
        await expectRejection(
          () => replace(path, bytesOf("new"), type, version),
          "VFS_VERSION_CONFLICT",
          `replaceFile of ${path}`,
        );
        expectThat(await isGone(storage, path), `${path} was created`);
      }
    },
    { needs },
  ),
  must(
    "replace-file/version-everywhere",
    "With replaceFile, all metadata carry a version, the same in listFiles, readFile and stat.",
    async (context) => {
      await context.files();
      const { storage } = context;
      for (const { path, version } of await storage.listFiles()) {
        const read = await versionOf(storage, path);
        const found = await storage.capabilities.stat?.(path);
        const same = version === read && (found === undefined || found.version === read);
        expectThat(same, `${path} has the version ${showValue(version)} in listFiles, ${showValue(read)} in readFile`);
      }
    },
    { needs },
  ),
  must(
    "replace-file/version-changes",
    "The version changes with every write: of the same content, by any method, and after a delete.",
    async ({ storage }) => {
      const { createFile, moveFile } = storage.capabilities;
      const replace = capability(storage, "replaceFile");
      const write = () => storage.writeFile("file.txt", bytesOf("same"), type);
      const seen = new Set<string>();
      const steps: readonly (() => Promise<unknown>)[] = [
        write,
        write,
        async () => replace("file.txt", bytesOf("same"), type, await versionOf(storage, "file.txt")),
        () => storage.deleteFile("file.txt").then(write),
        ...(createFile
          ? [() => storage.deleteFile("file.txt").then(() => createFile("file.txt", bytesOf("same"), type))]
          : []),
        ...(moveFile
          ? [
              () =>
                storage
                  .writeFile("other.txt", bytesOf("same"), type)
                  .then(() => moveFile("other.txt", "file.txt", { overwrite: true })),
            ]
          : []),
      ];
      for (const step of steps) {
        await step();
        const version = await versionOf(storage, "file.txt");
        expectThat(!seen.has(version), `the version ${showValue(version)} came back after another write`);
        seen.add(version);
      }
    },
    { needs },
  ),
  must(
    "replace-file/counter",
    "Ten workers that each add one to a counter a hundred times, by readFile and replaceFile, end at one thousand.",
    async ({ storage, bare }) => {
      await storage.writeFile("counter.txt", bytesOf("0"), type);
      const worker = async () => {
        for (let added = 0; added < 100; added++) await increment(bare, "counter.txt");
      };
      await Promise.all(Array.from({ length: 10 }, worker));
      await expectContent(storage, "counter.txt", "1000");
    },
    { needs },
  ),
  must(
    "replace-file/abort",
    "replaceFile with an aborted signal rejects with its reason and changes nothing.",
    async ({ storage }) => {
      const { signal, reason } = abortedSignal();
      await storage.writeFile("file.txt", bytesOf("old"), type);
      const version = await versionOf(storage, "file.txt");
      const replace = capability(storage, "replaceFile");
      await expectReason(() => replace("file.txt", bytesOf("new"), type, version, { signal }), reason);
      await expectContent(storage, "file.txt", "old");
    },
    { needs },
  ),
];
