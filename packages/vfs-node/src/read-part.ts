import { type StoredFile, VfsError } from "@x/vfs";
import { closeQuietly } from "./close-quietly.js";
import { type Disk, type DiskView, type Place, withChain } from "./disk.js";
import { metadataOf, type OpenFile, openFile, timeOf } from "./open-file.js";
import { guarded, guardedLater, shown } from "./to-vfs-error.js";

/** Up to here a file is read in one step; more goes through the thread pool, piece by piece. */
export const smallBytes = 1024 * 1024;

/** No system reads more than this in one call, and no file of that size is meant to be held in memory. */
const maximumBytes = 2 ** 31 - 1;

/**
 * Reads `length` bytes from `start` on, as far as the file has them. The file's size is that of the moment it was
 * opened: one that grows meanwhile is read up to there, one that is cut off up to its new end.
 */
export async function readPart(
  disk: Disk,
  place: Place,
  start: number,
  length: number,
  signal?: AbortSignal,
): Promise<StoredFile> {
  const small = await disk.pace.run(
    () =>
      guarded(place.path, "read", () =>
        withChain(disk, (chain) => {
          const file = openFile(disk, chain, place);
          try {
            const count = partLength(place, file, start, length);
            return count <= smallBytes ? readNow(disk, place, file, start, count) : undefined;
          } finally {
            closeQuietly(disk.calls, file.descriptor);
          }
        }),
      ),
    signal,
  );
  return small ?? disk.gate.run(() => readLater(disk, place, start, length, signal));
}

function partLength(place: Place, file: OpenFile, start: number, length: number): number {
  const count = Math.min(length, Math.max(0, file.stats.size - start));
  if (count <= maximumBytes) return count;
  throw new VfsError(
    "VFS_FILE_TOO_LARGE",
    `${shown(place.path)} has ${file.stats.size} bytes, too many to read at once; read a range of at most ${maximumBytes}`,
    { path: place.path },
  );
}

function readNow(disk: Disk, place: Place, file: OpenFile, start: number, count: number): StoredFile {
  const content = new Uint8Array(count);
  const end = fill(disk, file.descriptor, content, start);
  return finish(place, file, content, start, end);
}

/** Reads until the buffer is full or the file ends; the number of bytes that were read. */
export function fill(disk: DiskView, descriptor: number, buffer: Uint8Array, start: number): number {
  let end = 0;
  while (end < buffer.length) {
    const count = disk.calls.read(descriptor, buffer, end, buffer.length - end, start + end);
    if (count === 0) break;
    end += count;
  }
  return end;
}

async function readLater(
  disk: Disk,
  place: Place,
  start: number,
  length: number,
  signal?: AbortSignal,
): Promise<StoredFile> {
  const file = await disk.pace.run(
    () => guarded(place.path, "read", () => withChain(disk, (chain) => openFile(disk, chain, place))),
    signal,
  );
  try {
    const content = allocate(place, partLength(place, file, start, length));
    let end = 0;
    while (end < content.length) {
      signal?.throwIfAborted();
      const wanted = Math.min(smallBytes, content.length - end);
      const count = await guardedLater(place.path, "read", () =>
        disk.calls.readLater(file.descriptor, content, end, wanted, start + end),
      );
      if (count === 0) break;
      end += count;
    }
    return finish(place, file, content, start, end);
  } finally {
    closeQuietly(disk.calls, file.descriptor);
  }
}

function allocate(place: Place, bytes: number): Uint8Array {
  try {
    return new Uint8Array(bytes);
  } catch (cause) {
    throw new VfsError("VFS_FILE_TOO_LARGE", `there is no memory for ${bytes} bytes of ${shown(place.path)}`, {
      path: place.path,
      cause,
    });
  }
}

function finish(place: Place, file: OpenFile, content: Uint8Array, start: number, end: number): StoredFile {
  const isWhole = end === content.length;
  const size = isWhole ? file.stats.size : start + end;
  const metadata = metadataOf(place.path, size, timeOf(file.stats));
  return { content: isWhole ? content : content.slice(0, end), metadata };
}
