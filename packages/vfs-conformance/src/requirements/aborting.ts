import { setImmediate, setTimeout } from "node:timers/promises";
import {
  abortedSignal,
  attempt,
  bytesOf,
  expectContent,
  expectReason,
  expectSamePaths,
  expectThat,
  listedPaths,
  patternBytes,
  sameBytes,
} from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const type = "application/octet-stream";

/** Moments at which a call may be caught: at once, a turn later, a few turns later, when it is nearly through. */
const moments: readonly (() => Promise<unknown>)[] = [
  () => Promise.resolve(),
  () => setImmediate(),
  () => setImmediate().then(() => setImmediate()),
  () => setTimeout(1),
  () => setTimeout(3),
];

/** Starts the call, aborts it at the moment, and gives its end; a rejection must be the reason. */
async function abortAt<T>(moment: () => Promise<unknown>, call: (signal: AbortSignal) => Promise<T>) {
  const controller = new AbortController();
  const reason = { reason: "the caller gave up" };
  const ending = attempt(() => call(controller.signal));
  await moment();
  controller.abort(reason);
  const result = await ending;
  if ("error" in result) {
    expectThat(result.error === reason, `a rejection that is not the reason of the signal: ${showValue(result.error)}`);
  }
  return result;
}

export const abortingRequirements: readonly StorageRequirement[] = [
  must(
    "abort/list",
    "listFiles with an aborted signal rejects with its reason.",
    async (context) => {
      await context.files();
      const { signal, reason } = abortedSignal();
      await expectReason(() => context.storage.listFiles({ signal }), reason);
      await expectReason(() => context.storage.listFiles({ prefix: "docs/", signal }), reason);
    },
    { onReadOnly: true },
  ),
  must(
    "abort/read",
    "readFile with an aborted signal rejects with its reason.",
    async (context) => {
      const [path = ""] = (await context.files()).keys();
      const { signal, reason } = abortedSignal();
      await expectReason(() => context.storage.readFile(path, { signal }), reason);
    },
    { onReadOnly: true },
  ),
  must(
    "abort/write",
    "writeFile with an aborted signal rejects with its reason and changes nothing.",
    async ({ storage }) => {
      const { signal, reason } = abortedSignal();
      await storage.writeFile("old.txt", bytesOf("old"), "text/plain");
      await expectReason(() => storage.writeFile("old.txt", bytesOf("new"), "text/plain", { signal }), reason);
      await expectReason(() => storage.writeFile("new.txt", bytesOf("new"), "text/plain", { signal }), reason);
      await expectContent(storage, "old.txt", "old");
      expectSamePaths(await listedPaths(storage), ["old.txt"]);
    },
  ),
  must(
    "abort/delete",
    "deleteFile with an aborted signal rejects with its reason and changes nothing.",
    async ({ storage }) => {
      const { signal, reason } = abortedSignal();
      await storage.writeFile("old.txt", bytesOf("old"), "text/plain");
      await expectReason(() => storage.deleteFile("old.txt", { signal }), reason);
      await expectContent(storage, "old.txt", "old");
    },
  ),
  must(
    "abort/while-writing",
    "A write that is aborted while it runs happens whole or not at all, and rejects with the reason if it rejects.",
    async ({ storage }) => {
      const [before, after] = [patternBytes(200_000), patternBytes(900_000, 5)];
      const written: string[] = [];
      for (const [index, moment] of moments.entries()) {
        const path = `aborted/${index}.bin`;
        await storage.writeFile(path, before, type);
        const result = await abortAt(moment, (signal) => storage.writeFile(path, after, type, { signal }));
        const { content } = await storage.readFile(path);
        expectThat(
          sameBytes(content, before) || sameBytes(content, after),
          `${content.length} bytes: neither the old file nor the new`,
        );
        if ("value" in result) expectThat(sameBytes(content, after), "the write resolved, but the old file is there");
        written.push(path);
        // No temporary name is left behind, wherever it was.
        expectSamePaths(await listedPaths(storage, ""), written);
      }
    },
  ),
  must(
    "abort/while-reading",
    "A read that is aborted while it runs rejects with the reason, or gives the file whole.",
    async ({ storage }) => {
      const content = patternBytes(900_000);
      await storage.writeFile("aborted.bin", content, type);
      for (const moment of moments) {
        const result = await abortAt(moment, (signal) => storage.readFile("aborted.bin", { signal }));
        if ("value" in result)
          expectThat(sameBytes(result.value.content, content), `${result.value.content.length} bytes`);
        const listing = await abortAt(moment, (signal) => storage.listFiles({ signal }));
        if ("value" in listing)
          expectSamePaths(
            listing.value.map(({ path }) => path),
            ["aborted.bin"],
          );
      }
      await expectContent(storage, "aborted.bin", content);
    },
  ),
  must(
    "abort/too-late",
    "A signal that is aborted after the call has resolved changes nothing.",
    async ({ storage }) => {
      const controller = new AbortController();
      const { signal } = controller;
      await storage.writeFile("done.txt", bytesOf("done"), "text/plain", { signal });
      const read = await storage.readFile("done.txt", { signal });
      controller.abort();
      await setImmediate();
      expectThat(sameBytes(read.content, bytesOf("done")), `bytes that have become ${showValue(read.content)}`);
      await expectContent(storage, "done.txt", "done");
    },
  ),
];
