import { comparePaths } from "@x/vfs";
import type { MemoryFile } from "./memory-file.js";

const maximumChunkLength = 1024;

/**
 * Files in the order of their paths, in sorted chunks of bounded length: finding, adding and removing one costs two
 * binary searches and a move within its chunk, and the files of a prefix are found without looking at the others.
 */
export class SortedFiles {
  /** No chunk is empty. */
  readonly #chunks: MemoryFile[][] = [];

  get(path: string): MemoryFile | undefined {
    const chunk = this.#chunks[this.#chunkIndex(path)];
    const file = chunk?.[lowerBound(chunk, path)];
    return file?.path === path ? file : undefined;
  }

  /** Adds the file, in the place of one with the same path. */
  set(file: MemoryFile): void {
    const chunkIndex = this.#chunkIndex(file.path);
    const chunk = this.#chunks[chunkIndex];
    if (chunk === undefined) {
      this.#chunks.push([file]);
      return;
    }
    const index = lowerBound(chunk, file.path);
    chunk.splice(index, chunk[index]?.path === file.path ? 1 : 0, file);
    if (chunk.length > maximumChunkLength) {
      this.#chunks.splice(chunkIndex + 1, 0, chunk.splice(maximumChunkLength / 2));
    }
  }

  delete(path: string): void {
    const chunkIndex = this.#chunkIndex(path);
    const chunk = this.#chunks[chunkIndex];
    if (chunk === undefined) return;
    const index = lowerBound(chunk, path);
    if (chunk[index]?.path !== path) return;
    chunk.splice(index, 1);
    if (chunk.length === 0) this.#chunks.splice(chunkIndex, 1);
  }

  /** Every file whose path starts with `prefix`, in order, in an array of the caller's own. */
  startingWith(prefix: string): MemoryFile[] {
    const found: MemoryFile[] = [];
    // The paths that start with a prefix follow it directly, so the first that does not ends them.
    for (let chunkIndex = this.#chunkIndex(prefix); chunkIndex < this.#chunks.length; chunkIndex++) {
      const chunk = this.#chunks[chunkIndex] ?? [];
      for (let index = lowerBound(chunk, prefix); index < chunk.length; index++) {
        const file = chunk[index];
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
