import { comparePaths, type FileMetadata } from "@x/vfs";
import { Chain } from "./chain.js";
import type { Directory } from "./directory.js";
import { type Disk, locate } from "./disk.js";
import { codeOf } from "./disk-fault.js";
import { IgnoreView } from "./ignore-view.js";
import { isOtherSpelling } from "./is-other-spelling.js";
import { metadataOf } from "./open-file.js";
import { readDirectory } from "./read-directory.js";
import { isReserved } from "./reserved-names.js";
import { runInSlices } from "./run-in-slices.js";
import { sortInSlices } from "./sort-in-slices.js";
import type { DirectoryEntry } from "./system-calls.js";
import { toVfsError } from "./to-vfs-error.js";
import { windowsNameFault } from "./windows-name-fault.js";

const maximumPathBytes = 512;
const replacement = "\ufffd";

const holdsNothing = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EILSEQ"]);

/** How many files are looked at before the clock is. */
const stepFiles = 16;

/** A path that ends in a slash: sorted by paths together with files, whole subtrees fall into their place. */
interface Subdirectory {
  readonly path: string;
  readonly name: string;
}

type Item = FileMetadata | Subdirectory;

/** Every file whose path starts with `prefix`, in order, looking only into directories that can hold one. */
export async function listFiles(disk: Disk, prefix: string, signal?: AbortSignal): Promise<FileMetadata[]> {
  const chain = new Chain(disk.calls, disk.containment);
  const walk = new Walk(disk, chain, prefix);
  return disk.gate.run(() => runInSlices(disk.pace, walk.run(), () => chain.close(), signal));
}

class Walk {
  readonly #disk: Disk;
  readonly #chain: Chain;
  readonly #prefix: string;
  readonly #view: IgnoreView;
  readonly #found: FileMetadata[] = [];

  constructor(disk: Disk, chain: Chain, prefix: string) {
    this.#disk = disk;
    this.#chain = chain;
    this.#prefix = prefix;
    this.#view = new IgnoreView(disk);
  }

  *run(): Generator<void, FileMetadata[]> {
    const start = this.#prefix.slice(0, this.#prefix.lastIndexOf("/") + 1);
    // The root has to be there even where the prefix leads nowhere.
    this.#chain.directory([]);
    if (yield* this.#reaches(start)) yield* this.#directory(start, this.#segments(start));
    return this.#found;
  }

  /** Whether the directory that the prefix names can hold listed files; learns the rules of those above it. */
  *#reaches(start: string): Generator<void, boolean> {
    const { pace } = this.#disk;
    try {
      if (start !== "") locate(this.#disk, `${start}x`);
    } catch {
      return false;
    }
    for (let end = start.indexOf("/"); end !== -1; end = start.indexOf("/", end + 1)) {
      const parent = start.slice(0, start.lastIndexOf("/", end - 1) + 1);
      const name = start.slice(parent.length, end);
      try {
        const directory = this.#chain.directory(this.#segments(parent));
        this.#view.enter(parent, directory);
        if (this.#view.leavesOut(`${parent}${name}`, true)) return false;
        if (isOtherSpelling(this.#disk.calls, directory, name)) return false;
      } catch (error) {
        return this.#skip(error, parent);
      }
      if (pace.spent()) yield;
    }
    return true;
  }

  /** Lists one directory; `path` is empty or ends in a slash. */
  *#directory(path: string, segments: readonly string[]): Generator<void, void> {
    try {
      for (const item of yield* this.#items(path, segments)) {
        if ("name" in item) yield* this.#directory(item.path, [...segments, item.name]);
        else this.#found.push(item);
      }
    } catch (error) {
      this.#skip(error, path);
    } finally {
      this.#view.leave(path);
    }
  }

  *#items(path: string, segments: readonly string[]): Generator<void, Item[]> {
    const { calls, pace } = this.#disk;
    const entries = yield* readDirectory(calls, this.#chain.directory(segments));
    let directory = this.#chain.directory(segments);
    this.#view.enter(path, directory, entries);
    const items: Item[] = [];
    const doubtful = new Set<string>();
    for (let index = 0; index < entries.length; index++) {
      if ((index % stepFiles === stepFiles - 1 || this.#view.worked()) && pace.spent()) {
        yield;
        directory = this.#chain.directory(segments);
      }
      let entry = entries[index];
      if (entry?.name.includes(replacement) === true) entry = this.#lookAgain(directory, entry.name, doubtful);
      if (entry === undefined) continue;
      if (!this.#isCandidate(entry, path)) {
        this.#disk.sweeper.consider(directory, entry.name);
        continue;
      }
      const key = path + entry.name;
      if (entry.isDirectory()) {
        items.push({ path: `${key}/`, name: entry.name });
        continue;
      }
      const stats = calls.lstat(directory.at(entry.name));
      if (stats?.isFile() === true) items.push(metadataOf(key, stats));
    }
    // A step passes through the generators of all the directories above: only where one is due.
    if (pace.spent()) yield;
    return items.length > 1 ? yield* sortInSlices(items, (a, b) => comparePaths(a.path, b.path)) : items;
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
    if (!start.startsWith(this.#prefix) && !(isDirectory && this.#prefix.startsWith(start))) return false;
    if (key.length * 3 > maximumPathBytes && Buffer.byteLength(start) > maximumPathBytes) return false;
    return !this.#view.leavesOut(key, isDirectory);
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

function isListable(disk: Disk, name: string): boolean {
  if (name.includes("\\") || isReserved(name) || !name.isWellFormed()) return false;
  return disk.platform !== "win32" || windowsNameFault(name) === undefined;
}
