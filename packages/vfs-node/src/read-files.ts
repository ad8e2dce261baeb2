import type { MissingFile, StoredFile } from "@x/vfs";
import { VfsError } from "@x/vfs";
import type { Chain } from "./chain.js";
import { closeQuietly } from "./close-quietly.js";
import { type Disk, locateAfter, type Place, withChain } from "./disk.js";
import { metadataOf, openFile } from "./open-file.js";
import { fill, readPart } from "./read-part.js";
import { toVfsError } from "./to-vfs-error.js";

const batchFiles = 1_024;
const windowBytes = 2 * 1024 * 1024;

type Item = StoredFile | MissingFile;

interface Batch {
  readonly items: Item[];
  /** The file after the items, too large to be read with them. */
  large?: Place;
  /** What the iteration fails with after the items. */
  failure?: unknown;
  done: boolean;
}

/**
 * Reads files in the order of `paths`, some at a time in one synchronous step into one buffer that the next step uses
 * again: no promise for each file, and a directory stays open for its neighbours.
 */
export async function* readFiles(
  disk: Disk,
  paths: Iterable<string>,
  signal?: AbortSignal,
): AsyncGenerator<Item, void, undefined> {
  const iterator = paths[Symbol.iterator]();
  const window = new Uint8Array(windowBytes);
  try {
    for (;;) {
      const batch = await disk.pace.run(
        () => withChain(disk, (chain) => readBatch(disk, chain, iterator, window)),
        signal,
      );
      for (const item of batch.items) {
        signal?.throwIfAborted();
        yield item;
        // What the consumer does with a file takes its time too.
        if (disk.pace.spent()) await disk.pace.run(() => undefined, signal);
      }
      if (batch.failure !== undefined) throw batch.failure;
      if (batch.large !== undefined) yield await readLarge(disk, batch.large, signal);
      if (batch.done) return;
    }
  } finally {
    iterator.return?.();
  }
}

function readBatch(disk: Disk, chain: Chain, paths: Iterator<string>, window: Uint8Array): Batch {
  const batch: Batch = { items: [], done: false };
  let used = 0;
  let place: Place | undefined;
  try {
    do {
      const next = paths.next();
      if (next.done === true) {
        batch.done = true;
        break;
      }
      place = locateAfter(disk, place, next.value);
      const item = readInto(disk, chain, place, window, used);
      if (item === undefined) {
        batch.large = place;
        break;
      }
      batch.items.push(item);
      if ("content" in item) used += item.content.length;
    } while (batch.items.length < batchFiles && !disk.pace.spent());
  } catch (failure) {
    batch.failure = failure;
  }
  return batch;
}

/** Reads into the window behind what is `used`. Undefined where the file does not fit. */
function readInto(disk: Disk, chain: Chain, place: Place, window: Uint8Array, used: number): Item | undefined {
  try {
    const file = openFile(disk, chain, place);
    try {
      const usedWithIt = used + file.stats.size;
      if (usedWithIt > window.length) return undefined;
      const content = window.subarray(used, usedWithIt);
      const end = fill(disk, file.descriptor, content, 0);
      const metadata = metadataOf(place.path, file.stats);
      if (end === content.length) return { content, metadata };
      return { content: content.subarray(0, end), metadata: { ...metadata, size: end } };
    } finally {
      closeQuietly(disk.calls, file.descriptor);
    }
  } catch (error) {
    return missing(place, toVfsError(error, place.path, "read"));
  }
}

async function readLarge(disk: Disk, place: Place, signal?: AbortSignal): Promise<Item> {
  try {
    return await readPart(disk, place, 0, Infinity, signal);
  } catch (error) {
    return missing(place, error);
  }
}

function missing(place: Place, error: unknown): MissingFile {
  if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) return { path: place.path, missing: true };
  throw error;
}
