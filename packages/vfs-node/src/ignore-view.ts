import { constants } from "node:fs";
import { closeQuietly } from "./close-quietly.js";
import type { Directory } from "./directory.js";
import type { DiskView } from "./disk.js";
import { codeOf } from "./disk-fault.js";
import { type Effort, IgnoreRules } from "./ignore-rules.js";
import { fill } from "./read-part.js";
import type { DirectoryEntry } from "./system-calls.js";
import { toVfsError } from "./to-vfs-error.js";

const fileName = ".gitignore";

// A model may write these files, and they are read again for each listing. What goes beyond is not obeyed: that hides
// nothing, and shows no more than the file's author could by `!*`.
const fileBytes = 64 * 1024;
const bytesOnTheWay = 4 * fileBytes;
const stepsForName = 30_000;

/** What takes this long is looked at on the clock. */
const longSteps = 10_000;

interface Level {
  /** Empty, or ends in a slash. */
  readonly path: string;
  readonly bytes: number;
  readonly rules: IgnoreRules | undefined;
}

/** What a listing leaves out, as it walks down a tree. */
export class IgnoreView {
  readonly #disk: DiskView;
  readonly #levels: Level[] = [];
  readonly #effort: Effort = { spent: 0, limit: Infinity };
  #bytes = 0;

  constructor(disk: DiskView) {
    this.#disk = disk;
  }

  /** Turns to a directory: forgets the rules that are not on the way to it, and learns those that are. */
  moveTo(path: string, directoryAt: (path: string) => Directory): void {
    if (!this.#disk.gitignore) return;
    let last = this.#levels.at(-1);
    for (; last !== undefined && !(path.startsWith(last.path) && path !== last.path); last = this.#levels.at(-1)) {
      this.#levels.pop();
      this.#bytes -= last.bytes;
    }
    let above = last === undefined ? "" : nextOnTheWay(last.path, path);
    for (; above !== path; above = nextOnTheWay(above, path)) this.enter(above, directoryAt(above));
  }

  /** Learns the rules of the directory that was turned to. Without `entries`, looks for them on the disk. */
  enter(path: string, directory: Directory, entries?: readonly DirectoryEntry[]): void {
    if (!this.#disk.gitignore) return;
    const isThere = entries?.some((entry) => entry.name === fileName) ?? true;
    const content = isThere ? this.#read(path, directory) : undefined;
    const bytes = content?.length ?? 0;
    this.#levels.push({ path, bytes, rules: content && new IgnoreRules(content.toString()) });
    this.#bytes += bytes;
    this.#effort.spent += bytes;
  }

  /** Whether the work since this was asked last was so much that the clock has to be looked at. */
  worked(): boolean {
    if (this.#effort.spent < longSteps) return false;
    this.#effort.spent = 0;
    return true;
  }

  /** The store's own patterns come first, then the nearest file. What git keeps for itself is never shown with them. */
  leavesOut(path: string, isDirectory: boolean): boolean {
    const effort = this.#effort;
    effort.limit = Infinity;
    const own = this.#disk.ignore.verdict(path, isDirectory, effort);
    if (own !== undefined) return own;
    if (!this.#disk.gitignore) return false;
    if (path === ".git" || path.endsWith("/.git")) return true;
    effort.limit = effort.spent + stepsForName;
    for (let index = this.#levels.length - 1; index >= 0; index--) {
      const level = this.#levels[index];
      const verdict = level?.rules?.verdict(path.slice(level.path.length), isDirectory, effort);
      if (verdict !== undefined) return verdict;
    }
    return false;
  }

  /** A link, or anything else that is no regular file, holds no rules. */
  #read(path: string, directory: Directory): Buffer | undefined {
    const { calls } = this.#disk;
    const allowed = Math.min(fileBytes, bytesOnTheWay - this.#bytes);
    if (allowed === 0 || calls.lstat(directory.at(fileName))?.isFile() !== true) return undefined;
    let descriptor: number;
    try {
      descriptor = directory.open(fileName, constants.O_RDONLY);
    } catch (error) {
      const code = codeOf(error);
      if (code === "ENOENT" || code === "ELOOP") return undefined;
      throw toVfsError(error, path + fileName, "read");
    }
    try {
      const stats = calls.fstat(descriptor);
      if (!stats.isFile()) return undefined;
      const content = Buffer.alloc(Math.min(stats.size, allowed));
      const end = fill(this.#disk, descriptor, content, 0);
      // Half a line is another pattern.
      return content.subarray(0, stats.size > end ? content.lastIndexOf("\n", end) + 1 : end);
    } catch (error) {
      throw toVfsError(error, path + fileName, "read");
    } finally {
      closeQuietly(calls, descriptor);
    }
  }
}

/** From a directory above `path` one step down. */
function nextOnTheWay(above: string, path: string): string {
  return path.slice(0, path.indexOf("/", above.length) + 1);
}
