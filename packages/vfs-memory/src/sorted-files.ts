import { comparePaths } from "@x/vfs";
import type { MemoryFile } from "./memory-file.js";

const maximumChunkLength = 1024;
const nearFiles = 8;

/**
 * Files by path, and in the order of their paths in sorted chunks of bounded length: adding and removing one costs two
 * binary searches and a move within its chunk, and the files of a prefix are found without looking at the others.
 */
export class SortedFiles {
  readonly #byPath = new Map<string, MemoryFile>();
  /** No chunk is empty. */
  readonly #chunks: MemoryFile[][] = [];

  get(path: string): MemoryFile | undefined {
    return this.#byPath.get(path);
  }

  /**
   * Finds one file after the other, much sooner where they are asked for in order, as the next one or a few further on.
   */
  finder(): (path: string) => MemoryFile | undefined {
    let chunk: readonly MemoryFile[] = [];
    let next = 0;
    let lost = 0;
    return (path) => {
      for (let index = next; index < next + nearFiles; index++) {
        const file = chunk[index];
        if (file?.path !== path) continue;
        next = index + 1;
        return file;
      }
      const found = this.#byPath.get(path);
      // To find the place again costs more than to find the file: not for every one of many that are in no order.
      if (found !== undefined && lost++ % nearFiles === 0) {
        chunk = this.#chunks[this.#chunkIndex(path)] ?? [];
        next = lowerBound(chunk, path) + 1;
      }
      return found;
    };
  }

  /** Adds a file where none is. */
  add(file: MemoryFile): void {
    this.#byPath.set(file.path, file);
    const chunkIndex = this.#chunkIndex(file.path);
    const chunk = this.#chunks[chunkIndex];
    if (chunk === undefined) {
      this.#chunks.push([file]);
      return;
    }
    chunk.splice(lowerBound(chunk, file.path), 0, file);
    if (chunk.length > maximumChunkLength) {
      this.#chunks.splice(chunkIndex + 1, 0, chunk.splice(maximumChunkLength / 2));
    }
  }

  delete(path: string): void {
    if (!this.#byPath.delete(path)) return;
    const chunkIndex = this.#chunkIndex(path);
    const chunk = this.#chunks[chunkIndex] ?? [];
    chunk.splice(lowerBound(chunk, path), 1);
    if (chunk.length === 0) this.#chunks.splice(chunkIndex, 1);
  }

  /** Every file whose path starts with `prefix`, in order, in an array of the caller's own. */
  startingWith(prefix: string): MemoryFile[] {
    const found: MemoryFile[] = [];
    for (let chunkIndex = this.#chunkIndex(prefix); chunkIndex < this.#chunks.length; chunkIndex++) {
      const chunk = this.#chunks[chunkIndex] ?? [];
      for (let index = lowerBound(chunk, prefix); index < chunk.length; index++) {
        const file = chunk[index];
        // The paths that start with a prefix follow it directly, so the first that does not ends them.
        if (!file?.path.startsWith(prefix)) return found;
        found.push(file);
      }
    }
    return found;
  }

  /** Of the last chunk that does not start behind `path`, or 0. */
  #chunkIndex(path: string): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const first = this.#chunks[middle]?.[0];
      if (first !== undefined && comparePaths(first.path, path) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The index of the first file at or behind `path`, or the length of the chunk. */
function lowerBound(chunk: readonly MemoryFile[], path: string): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const file = chunk[middle];
    if (file !== undefined && comparePaths(file.path, path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
