import { constants } from "node:fs";
import { closeQuietly } from "./close-quietly.js";
import type { Directory } from "./directory.js";
import type { Disk } from "./disk.js";
import { codeOf } from "./disk-fault.js";
import { IgnoreRules, maximumIgnoreBytes } from "./ignore-rules.js";
import { fill } from "./read-part.js";
import type { DirectoryEntry } from "./system-calls.js";

const fileName = ".gitignore";

interface Level {
  /** Empty, or ends in a slash. */
  readonly path: string;
  readonly rules: IgnoreRules;
}

/** What a listing leaves out, as it walks down a tree. */
export class IgnoreView {
  readonly #disk: Disk;
  readonly #levels: Level[] = [];

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Learns the rules of a directory. Without `entries`, looks for them on the disk. */
  enter(path: string, directory: Directory, entries?: readonly DirectoryEntry[]): void {
    if (!this.#disk.gitignore) return;
    if (entries?.every((entry) => entry.name !== fileName) === true) return;
    const text = this.#read(directory);
    if (text !== undefined) this.#levels.push({ path, rules: new IgnoreRules(text) });
  }

  leave(path: string): void {
    if (this.#levels.at(-1)?.path === path) this.#levels.pop();
  }

  /** The store's own patterns come first, then the nearest file. What git keeps for itself is never shown with them. */
  leavesOut(path: string, isDirectory: boolean): boolean {
    const own = this.#disk.ignore.verdict(path, isDirectory);
    if (own !== undefined) return own;
    if (!this.#disk.gitignore) return false;
    if (path === ".git" || path.endsWith("/.git")) return true;
    for (let index = this.#levels.length - 1; index >= 0; index--) {
      const level = this.#levels[index];
      const verdict = level?.rules.verdict(path.slice(level.path.length), isDirectory);
      if (verdict !== undefined) return verdict;
    }
    return false;
  }

  /** A link, or anything else that is no regular file, holds no rules. */
  #read(directory: Directory): string | undefined {
    const { calls } = this.#disk;
    if (calls.lstat(directory.at(fileName))?.isFile() !== true) return undefined;
    let descriptor: number;
    try {
      descriptor = directory.open(fileName, constants.O_RDONLY);
    } catch (error) {
      const code = codeOf(error);
      if (code === "ENOENT" || code === "ELOOP") return undefined;
      throw error;
    }
    try {
      const stats = calls.fstat(descriptor);
      if (!stats.isFile()) return undefined;
      const content = new Uint8Array(Math.min(stats.size, maximumIgnoreBytes));
      return Buffer.from(content.subarray(0, fill(this.#disk, descriptor, content, 0))).toString();
    } finally {
      closeQuietly(calls, descriptor);
    }
  }
}
