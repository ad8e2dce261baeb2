import type { Directory } from "./directory.js";
import { isTemporary } from "./reserved-names.js";
import type { SystemCalls } from "./system-calls.js";

const oldMilliseconds = 60 * 60 * 1_000;
/** A write must not wait for a huge directory to be read; a listing looks at all of it. */
const visitedEntries = 2_000;
const rememberedDirectories = 1_000;

/** Removes temporary files that a crash left behind, once they are an hour old. */
export class Sweeper {
  readonly #calls: SystemCalls;
  readonly #now: () => number;
  readonly #swept = new Map<string, number>();

  constructor(calls: SystemCalls, now: () => number) {
    this.#calls = calls;
    this.#now = now;
  }

  /** Looks through a directory that is written to, but only once an hour. */
  visit(segments: readonly string[], directory: Directory): void {
    const key = segments.join("/");
    const now = this.#now();
    if (now - (this.#swept.get(key) ?? -Infinity) < oldMilliseconds) return;
    if (this.#swept.size >= rememberedDirectories) this.#swept.clear();
    this.#swept.set(key, now);
    try {
      this.#sweep(directory);
    } catch {
      // One may write into a directory and not list it. Other faults meet the write itself too.
    }
  }

  #sweep(directory: Directory): void {
    const reader = this.#calls.openReader(directory.path);
    try {
      for (let count = 0; count < visitedEntries; count++) {
        const entry = reader.readSync();
        if (entry === null) break;
        this.consider(directory, entry.name);
      }
    } finally {
      reader.closeSync();
    }
  }

  /** Removes the file if its name is a temporary one and it is old. Failing to is no failure of the call at hand. */
  consider(directory: Directory, name: string): void {
    if (!isTemporary(name)) return;
    try {
      const stats = this.#calls.lstat(directory.at(name));
      if (stats?.isFile() === true && this.#now() - stats.mtimeMs > oldMilliseconds) {
        this.#calls.unlink(directory.at(name));
      }
    } catch {
      // The next visit tries again.
    }
  }
}
