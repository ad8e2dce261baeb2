import { comparePaths, type FileMetadata } from "@x/vfs";
import { Chain } from "./chain.js";
import type { Directory } from "./directory.js";
import { type DiskView, locate } from "./disk.js";
import { codeOf } from "./disk-fault.js";
import { IgnoreView } from "./ignore-view.js";
import { isOtherSpelling } from "./is-other-spelling.js";
import { metadataOf, timeOf } from "./open-file.js";
import { readDirectory } from "./read-directory.js";
import { isReserved } from "./reserved-names.js";
import { sortInSlices } from "./sort-in-slices.js";
import type { DirectoryEntry } from "./system-calls.js";
import { toVfsError } from "./to-vfs-error.js";
import { windowsNameFault } from "./windows-name-fault.js";

const maximumPathBytes = 512;
const replacement = "\ufffd";

const holdsNothing = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EILSEQ"]);

/** How many files are looked at before the clock is. */
const stepFiles = 16;

/** A file, or a directory, whose name ends in a slash: so both are in the order of the paths below them. */
export interface ListedEntry {
  readonly name: string;
  readonly size: number;
  /** When it was written, in milliseconds since 1970; 0 for a directory. */
  readonly time: number;
}

/**
 * Lists the files whose paths start with a prefix, a directory at a time, looking only into directories that can hold
 * one. Several walks can share the work: what is ahead of one can be done by another.
 */
export class Walk {
  /** The paths of the directories to be read next, the first one last; each is empty or ends in a slash. */
  readonly ahead: string[] = [];
  /** What was found so far, by this walk or another one, by the paths of the directories. */
  readonly found = new Map<string, readonly ListedEntry[]>();
  /** How much was looked at. */
  seen = 0;
  readonly prefix: string;
  /** The directory that the prefix names. */
  readonly #start: string;
  readonly #disk: DiskView;
  readonly #pauses: boolean;
  readonly #spent: () => boolean;
  readonly #chain: Chain;
  readonly #view: IgnoreView;

  /** `spent` is whether it is time for a pause; without it there is none. */
  constructor(disk: DiskView, prefix: string, spent?: () => boolean) {
    this.#disk = disk;
    this.prefix = prefix;
    this.#start = prefix.slice(0, prefix.lastIndexOf("/") + 1);
    this.#pauses = spent !== undefined;
    this.#spent = spent ?? (() => false);
    this.#chain = new Chain(disk.calls, disk.containment);
    this.#view = new IgnoreView(disk);
  }

  /** Lets go of what is held open, for a pause or at the end. */
  close(): void {
    this.#chain.close();
  }

  /** Begins at the directory that the prefix names, if that can hold listed files. */
  *begin(): Generator<void, void> {
    // The root has to be there even where the prefix leads nowhere.
    this.#chain.directory([]);
    if (yield* this.#reaches(this.#start)) this.ahead.push(this.#start);
  }

  /** Reads one of the directories ahead. */
  *next(): Generator<void, void> {
    const path = this.ahead.pop() ?? "";
    try {
      const entries = yield* this.#entries(path);
      this.found.set(path, entries);
      for (let index = entries.length - 1; index >= 0; index--) {
        const name = entries[index]?.name ?? "";
        if (name.endsWith("/")) this.ahead.push(path + name);
      }
    } catch (error) {
      this.#skip(error, path);
    }
  }

  /** All files that were found, in order. */
  *files(): Generator<void, FileMetadata[]> {
    const files: FileMetadata[] = [];
    const open = [{ path: this.#start, entries: this.found.get(this.#start) ?? [], index: 0 }];
    for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
      const entry = level.entries[level.index++];
      if (entry === undefined) {
        open.pop();
        continue;
      }
      const path = level.path + entry.name;
      if (entry.name.endsWith("/")) open.push({ path, entries: this.found.get(path) ?? [], index: 0 });
      else if (files.push(metadataOf(path, entry.size, entry.time)) % 256 === 0 && this.#spent()) yield;
    }
    return files;
  }

  *#reaches(start: string): Generator<void, boolean> {
    try {
      if (start !== "") locate(this.#disk, `${start}x`);
    } catch {
      return false;
    }
    for (let end = start.indexOf("/"); end !== -1; end = start.indexOf("/", end + 1)) {
      const parent = start.slice(0, start.lastIndexOf("/", end - 1) + 1);
      const name = start.slice(parent.length, end);
      try {
        const directory = this.#directory(parent);
        this.#view.moveTo(`${parent}${name}/`, (path) => this.#directory(path));
        if (this.#view.leavesOut(`${parent}${name}`, true)) return false;
        if (isOtherSpelling(this.#disk.calls, directory, name)) return false;
      } catch (error) {
        return this.#skip(error, parent);
      }
      if (this.#spent()) yield;
    }
    return true;
  }

  *#entries(path: string): Generator<void, ListedEntry[]> {
    const { calls } = this.#disk;
    this.#view.moveTo(path, (above) => this.#directory(above));
    const segments = this.#segments(path);
    const names = yield* readDirectory(calls, this.#chain.directory(segments), this.#pauses);
    let directory = this.#chain.directory(segments);
    this.#view.enter(path, directory, names);
    const entries: ListedEntry[] = [];
    const doubtful = new Set<string>();
    for (let index = 0; index < names.length; index++) {
      if ((index % stepFiles === stepFiles - 1 || this.#view.worked()) && this.#spent()) {
        yield;
        directory = this.#chain.directory(segments);
      }
      let entry = names[index];
      if (entry?.name.includes(replacement) === true) entry = this.#lookAgain(directory, entry.name, doubtful);
      if (entry === undefined) continue;
      const { name } = entry;
      if (!this.#isCandidate(entry, path)) {
        this.#disk.sweeper.consider(directory, name);
        continue;
      }
      if (entry.isDirectory()) {
        entries.push({ name: `${name}/`, size: 0, time: 0 });
        continue;
      }
      const stats = calls.lstat(directory.at(name));
      if (stats?.isFile() === true) entries.push({ name, size: stats.size, time: timeOf(stats) });
    }
    this.seen += 1 + names.length;
    return entries.length > 1 ? yield* sortInSlices(entries, (a, b) => comparePaths(a.name, b.name)) : entries;
  }

  /**
   * Names that are no UTF-8 are read as names with this character, of which at most one is real. So what has the name is
   * asked for by the name, once.
   */
  #lookAgain(directory: Directory, name: string, doubtful: Set<string>): DirectoryEntry | undefined {
    if (doubtful.has(name)) return undefined;
    doubtful.add(name);
    const stats = this.#disk.calls.lstat(directory.at(name));
    return stats && { name, isFile: () => stats.isFile(), isDirectory: () => stats.isDirectory() };
  }

  #isCandidate(entry: DirectoryEntry, path: string): boolean {
    const isDirectory = entry.isDirectory();
    if (!isDirectory && !entry.isFile()) return false;
    const { name } = entry;
    if (!isListable(this.#disk, name)) return false;
    const key = path + name;
    const start = isDirectory ? `${key}/` : key;
    if (!start.startsWith(this.prefix) && !(isDirectory && this.prefix.startsWith(start))) return false;
    if (key.length * 3 > maximumPathBytes && Buffer.byteLength(start) > maximumPathBytes) return false;
    return !this.#view.leavesOut(key, isDirectory);
  }

  #directory(path: string): Directory {
    return this.#chain.directory(this.#segments(path));
  }

  #segments(path: string): readonly string[] {
    return path === "" ? this.#disk.base : [...this.#disk.base, ...path.slice(0, -1).split("/")];
  }

  /** A directory that vanished, or is one no more, has no files; any other failure is one of the listing. */
  #skip(error: unknown, path: string): false {
    if (holdsNothing.has(codeOf(error) ?? "")) return false;
    throw toVfsError(error, path === "" ? undefined : path.slice(0, -1), "read");
  }
}

function isListable(disk: DiskView, name: string): boolean {
  if (name.includes("\\") || isReserved(name) || !name.isWellFormed()) return false;
  return disk.platform !== "win32" || windowsNameFault(name) === undefined;
}
