import { type MissingFile, type StoredFile, VfsError, validatePath } from "@x/vfs";
import { type Disk, locate } from "./disk.js";
import { describeDisk, receivedError } from "./disk-job.js";
import { metadataOf } from "./open-file.js";
import { type ReadBatch, readBatch } from "./read-batch.js";
import { readPart } from "./read-part.js";
import { ThreadGone } from "./threads.js";

const filesPerBatch = 128;
const windowBytes = 1024 * 1024;

interface Reading extends ReadBatch {
  readonly window: ArrayBuffer;
}

interface Batch {
  readonly paths: readonly string[];
  readonly reading: Promise<Reading>;
}

/**
 * Reads files in the order of `paths`, some at a time into one buffer that is used again when they have been looked at;
 * where there are many, threads read ahead.
 */
export async function* readFiles(
  disk: Disk,
  paths: Iterable<string>,
  signal?: AbortSignal,
): AsyncGenerator<StoredFile | MissingFile, void, undefined> {
  const source = new Source(paths);
  const windows: ArrayBuffer[] = [];
  const batches: Batch[] = [];
  let steps = 0;
  try {
    for (;;) {
      const width = disk.threads?.width(steps) ?? 0;
      while (batches.length < Math.max(width, 1) && !source.isAtEnd) {
        batches.push(startBatch(disk, source.next(), windows, width > 0, signal));
      }
      const batch = batches.shift();
      if (batch === undefined) break;
      const { sizes, times, window, isNextLarge, failure } = await batch.reading;
      let used = 0;
      for (let index = 0; index < sizes.length; index++) {
        signal?.throwIfAborted();
        const path = batch.paths[index] ?? "";
        const size = sizes[index] ?? 0;
        if (size === -1) yield { path, missing: true };
        else yield { content: new Uint8Array(window, used, size), metadata: metadataOf(path, size, times[index] ?? 0) };
        used += Math.max(size, 0);
        // What the consumer does with a file takes its time too.
        if (disk.pace.spent()) await disk.pace.run(() => undefined, signal);
      }
      steps += sizes.length;
      windows.push(window);
      if (failure !== undefined) throw failure;
      let rest = batch.paths.slice(sizes.length);
      if (isNextLarge) {
        yield await readLarge(disk, rest[0] ?? "", signal);
        rest = rest.slice(1);
      }
      if (rest.length > 0) batches.unshift(startBatch(disk, rest, windows, width > 0, signal));
    }
    if (source.failure !== undefined) throw source.failure;
  } finally {
    source.close();
  }
}

/** The paths, as many at a time as are read at once. */
class Source {
  isAtEnd = false;
  /** What is wrong with the path after the last. */
  failure: unknown;
  readonly #iterator: Iterator<string>;

  constructor(paths: Iterable<string>) {
    this.#iterator = paths[Symbol.iterator]();
  }

  next(): string[] {
    const paths: string[] = [];
    try {
      while (paths.length < filesPerBatch) {
        const step = this.#iterator.next();
        if (step.done === true) {
          this.isAtEnd = true;
          break;
        }
        validatePath(step.value);
        paths.push(step.value);
      }
    } catch (error) {
      this.isAtEnd = true;
      this.failure = error;
    }
    return paths;
  }

  close(): void {
    if (!this.isAtEnd || this.failure !== undefined) this.#iterator.return?.();
  }
}

function startBatch(
  disk: Disk,
  paths: readonly string[],
  windows: ArrayBuffer[],
  byThread: boolean,
  signal?: AbortSignal,
): Batch {
  const window = windows.pop() ?? new ArrayBuffer(windowBytes);
  const reading = byThread ? readByThread(disk, paths, window, signal) : readHere(disk, paths, window, signal);
  // An earlier one's failure may come first.
  reading.catch(() => undefined);
  return { paths, reading };
}

async function readHere(
  disk: Disk,
  paths: readonly string[],
  window: ArrayBuffer,
  signal?: AbortSignal,
): Promise<Reading> {
  const read = () => readBatch(disk, paths, new Uint8Array(window), () => disk.pace.spent());
  return { window, ...(await disk.pace.run(read, signal)) };
}

async function readByThread(
  disk: Disk,
  paths: readonly string[],
  window: ArrayBuffer,
  signal?: AbortSignal,
): Promise<Reading> {
  try {
    const reply = await disk.threads?.run({ kind: "read", disk: describeDisk(disk), paths, window }, signal);
    if (reply?.kind === "failure") throw receivedError(reply);
    if (reply?.kind === "read") return { ...reply, failure: reply.failure && receivedError(reply.failure) };
  } catch (error) {
    if (!(error instanceof ThreadGone)) throw error;
  }
  return readHere(disk, paths, new ArrayBuffer(windowBytes), signal);
}

async function readLarge(disk: Disk, path: string, signal?: AbortSignal): Promise<StoredFile | MissingFile> {
  try {
    return await readPart(disk, locate(disk, path), 0, Infinity, signal);
  } catch (error) {
    if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) return { path, missing: true };
    throw error;
  }
}
