import { randomUUID } from "node:crypto";
import { VfsError } from "@x/vfs";
import { type BaseFile, isSameFile } from "./base-file.js";
import type { Blob, BlobLayer } from "./blob-layer.js";
import { listChanges } from "./list-changes.js";
import type { OverlayChange, OverlaySnapshot } from "./overlay-storage.js";
import { type Moment, RememberedReads, type Sight } from "./remembered-reads.js";

/** A file that was written to the overlay. */
export interface LayerFile {
  readonly blob: Blob;
  readonly hash: string;
  readonly size: number;
  readonly contentType: string;
  readonly updatedAt: Date | undefined;
  readonly version: string;
}

/** A path at which the overlay stands before the base. Never changed: a new state is a new entry. */
export interface Entry {
  /** What the base had when the overlay first read or replaced the file; undefined for nothing. */
  readonly original: BaseFile | undefined;
  /** What the overlay has; undefined for a deleted file. */
  readonly current: LayerFile | undefined;
}

interface SavedState {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly commits: number;
  readonly moment: Moment;
}

/**
 * What the overlay knows. Changes only in synchronous steps, so whatever a call awaits, it sees and leaves a whole state.
 */
export class OverlayState {
  #entries = new Map<string, Entry>();
  readonly #reads = new RememberedReads();
  /** Paths whose entries a commit is applying: whatever becomes of them meanwhile must stand before the base after it. */
  readonly #committing = new Set<string>();
  /** How many entries the base took over. */
  #commits = 0;
  #revision = 0;
  #listed: { readonly revision: number; readonly changes: readonly OverlayChange[] } | undefined;
  readonly #blobs: BlobLayer;
  readonly #snapshots = new WeakMap<OverlaySnapshot, SavedState>();
  readonly #lostSnapshots: FinalizationRegistry<SavedState>;
  readonly #versionPrefix = `overlay-${randomUUID()}`;
  #versions = 0;

  constructor(blobs: BlobLayer) {
    this.#blobs = blobs;
    this.#lostSnapshots = new FinalizationRegistry(({ entries }) => {
      for (const entry of entries.values()) this.#release(entry);
    });
  }

  /** Grows with every change of an entry. */
  get revision(): number {
    return this.#revision;
  }

  nextVersion(): string {
    return `${this.#versionPrefix}.${++this.#versions}`;
  }

  entry(path: string): Entry | undefined {
    return this.#entries.get(path);
  }

  /** A copy, of the entries whose path starts with `prefix`, in no order. */
  entries(prefix = ""): Map<string, Entry> {
    if (prefix === "") return new Map(this.#entries);
    return new Map([...this.#entries].filter(([path]) => path.startsWith(prefix)));
  }

  /** What all entries change, in order. */
  changes(): readonly OverlayChange[] {
    if (this.#listed?.revision !== this.#revision) {
      this.#listed = { revision: this.#revision, changes: listChanges(this.#entries) };
    }
    return this.#listed.changes;
  }

  set(path: string, entry: Entry): void {
    const previous = this.#entries.get(path);
    // What neither side has needs no entry, unless a commit is about to put it into the base.
    if (entry.original === undefined && entry.current === undefined && !this.#committing.has(path)) {
      this.#entries.delete(path);
    } else {
      this.#hold(entry);
      this.#entries.set(path, entry);
    }
    this.#release(previous);
    this.#revision++;
  }

  remove(path: string): void {
    this.#release(this.#entries.get(path));
    this.#entries.delete(path);
    this.#revision++;
  }

  /** What the base had when `path` was first read, if that is still known. */
  read(path: string): Sight | undefined {
    return this.#reads.get(path);
  }

  /** Undefined is for no file. */
  noteRead(path: string, describe: () => BaseFile | undefined): void {
    if (this.#reads.get(path) === undefined) this.#reads.set(path, { file: describe() });
  }

  forgetRead(path: string): void {
    this.#reads.forget(path);
  }

  forgetReads(): void {
    this.#reads.forgetAll();
  }

  /** Of two sights of a file of the base, the one to hold it to: the first, unless the newer knows more of the same. */
  originalOf(path: string, now: BaseFile | undefined): BaseFile | undefined {
    const first = this.#reads.get(path);
    if (first === undefined) return now;
    return first.file !== undefined && now !== undefined && isSameFile(first.file, now) ? now : first.file;
  }

  /** The entries of these paths as they are now, with their contents kept until `endCommit`. */
  beginCommit(paths: ReadonlySet<string>): ReadonlyMap<string, Entry> {
    const entries = new Map([...this.#entries].filter(([path]) => paths.has(path)));
    for (const [path, entry] of entries) {
      this.#committing.add(path);
      this.#hold(entry);
    }
    return entries;
  }

  endCommit(entries: ReadonlyMap<string, Entry>): void {
    for (const [path, entry] of entries) {
      this.#committing.delete(path);
      this.#release(entry);
      const left = this.#entries.get(path);
      if (left !== undefined) this.set(path, left);
    }
  }

  /** Makes `committed` what the base has, after the entry that `path` had then was applied to it. */
  settle(path: string, applied: Entry, committed: BaseFile | undefined): void {
    this.#commits++;
    this.#reads.set(path, { file: committed });
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    if (entry === applied) this.remove(path);
    else this.set(path, { original: committed, current: entry.current });
  }

  snapshot(): OverlaySnapshot {
    const snapshot = Object.freeze({}) as OverlaySnapshot;
    const saved: SavedState = { entries: this.entries(), commits: this.#commits, moment: this.#reads.moment() };
    for (const entry of saved.entries.values()) this.#hold(entry);
    this.#snapshots.set(snapshot, saved);
    this.#lostSnapshots.register(snapshot, saved);
    return snapshot;
  }

  restore(snapshot: OverlaySnapshot): void {
    const saved = this.#snapshots.get(snapshot);
    if (saved === undefined) throw new TypeError("the snapshot must be one of this overlay");
    if (saved.commits !== this.#commits || this.#committing.size > 0) {
      const message =
        "the snapshot cannot be restored: a commit has changed the base since it was taken, or is running";
      throw new VfsError("VFS_VERSION_CONFLICT", message);
    }
    const previous = this.#entries;
    this.#entries = new Map(saved.entries);
    for (const entry of this.#entries.values()) this.#hold(entry);
    for (const entry of previous.values()) this.#release(entry);
    this.#reads.returnTo(saved.moment);
    this.#revision++;
  }

  #hold(entry: Entry): void {
    if (entry.current !== undefined) this.#blobs.hold(entry.current.blob);
  }

  #release(entry: Entry | undefined): void {
    if (entry?.current !== undefined) this.#blobs.release(entry.current.blob);
  }
}
