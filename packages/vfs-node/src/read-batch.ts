import { VfsError } from "@x/vfs";
import { closeQuietly } from "./close-quietly.js";
import { type DiskView, locateAfter, type Place, withChain } from "./disk.js";
import { openFile, timeOf } from "./open-file.js";
import { fill } from "./read-part.js";
import { toVfsError } from "./to-vfs-error.js";

/** What was read of the first files of a row, into one window. */
export interface ReadBatch {
  /** For each file its bytes in the window, or -1 where it is gone. */
  readonly sizes: number[];
  /** For each file when it was written, in milliseconds since 1970. */
  readonly times: number[];
  /** Whether the next file is too large to be read with others. */
  isNextLarge: boolean;
  /** Why the next file, or its path, cannot be read. */
  failure?: VfsError | undefined;
}

/**
 * Reads files into the window, one behind the other, until it is full, or time is up: at least one, if it fits. In one
 * synchronous step: no promise for each file, and a directory stays open for its neighbours.
 */
export function readBatch(
  disk: DiskView,
  paths: readonly string[],
  window: Uint8Array,
  spent: () => boolean,
): ReadBatch {
  const batch: ReadBatch = { sizes: [], times: [], isNextLarge: false };
  return withChain(disk, (chain) => {
    let used = 0;
    let place: Place | undefined;
    for (const path of paths) {
      try {
        place = locateAfter(disk, place, path);
        const file = openFile(disk, chain, place);
        try {
          const { size } = file.stats;
          if (used + size > window.length) {
            batch.isNextLarge = size > window.length;
            break;
          }
          const end = fill(disk, file.descriptor, window.subarray(used, used + size), 0);
          batch.sizes.push(end);
          batch.times.push(timeOf(file.stats));
          used += end;
        } finally {
          closeQuietly(disk.calls, file.descriptor);
        }
      } catch (error) {
        const failure = toVfsError(error, path, "read");
        if (!VfsError.is(failure, "VFS_FILE_NOT_FOUND")) {
          batch.failure = failure;
          break;
        }
        batch.sizes.push(-1);
        batch.times.push(0);
      }
      if (spent()) break;
    }
    return batch;
  });
}
