import { setTimeout } from "node:timers/promises";
import { VfsError } from "@x/vfs";
import { knownSize } from "./find-file.js";
import { quoteText } from "./quote-text.js";
import type { ToolContext } from "./tool-context.js";
import { withFileLock } from "./with-file-lock.js";

/** What a change makes of a file. */
export interface Update<T> {
  readonly content: Uint8Array;
  /** What `updateFile` resolves to once the content is written. */
  readonly result: T;
}

const longestPauseMs = 20;

/** The largest file that is loaded to be edited, where the limit on what may be written is lower. */
const maximumLoadedBytes = 8 * 1024 * 1024;

/**
 * Reads a file, changes its content and writes it back under its own content type, while no other tool in this process
 * writes to it. Where the store has `replaceFile` it is a compare-and-swap: when somebody else wrote in between, `change`
 * runs again on what they wrote, until the signal aborts. Otherwise the last writer outside this process wins.
 *
 * Fails as `change` does, with nothing written; with `VFS_FILE_NOT_FOUND` also when the file vanished meanwhile; with
 * `VFS_FILE_TOO_LARGE` for a file that is too large to load.
 */
export async function updateFile<T>(
  context: ToolContext,
  path: string,
  signal: AbortSignal,
  change: (content: Buffer) => Update<T> | Promise<Update<T>>,
): Promise<T> {
  const { storage } = context;
  const { replaceFile } = storage.capabilities;
  return withFileLock(context, [path], signal, async () => {
    refuseHugeFile(context, path, (await knownSize(storage, path, { signal })) ?? 0);
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      const { content, metadata } = await storage.readFile(path, { signal });
      refuseHugeFile(context, path, content.length);
      const update = await change(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
      signal.throwIfAborted();
      if (replaceFile === undefined) {
        await storage.writeFile(path, update.content, metadata.contentType, { signal });
        return update.result;
      }
      if (metadata.version === undefined) {
        throw new VfsError("VFS_UNAVAILABLE", "the storage gave no version of the file to replace", { path });
      }
      try {
        await replaceFile(path, update.content, metadata.contentType, metadata.version, { signal });
        return update.result;
      } catch (error) {
        if (!VfsError.is(error, "VFS_VERSION_CONFLICT")) throw error;
      }
      await pause(attempt, signal);
    }
  });
}

function refuseHugeFile(context: ToolContext, path: string, size: number): void {
  const limit = Math.max(maximumLoadedBytes, context.maximumFileBytes);
  if (size <= limit) return;
  const message = `${quoteText(path)} is too large to edit: it has ${size} bytes, more than ${limit}`;
  throw new VfsError("VFS_FILE_TOO_LARGE", message, { path });
}

/** Longer after each conflict, and at random: two writers that collide must not do so in step for ever. */
async function pause(attempt: number, signal: AbortSignal): Promise<void> {
  await setTimeout(Math.random() * Math.min(longestPauseMs, 2 ** attempt), undefined, { signal });
}
