import type { CallOptions, Storage, StorageCapabilities } from "@x/vfs";

export interface OverlayStorageOptions {
  /** The files to begin with. Only read, until `commit`. */
  readonly base: Storage;
  /**
   * Where the bytes are kept that are written to the overlay, under names of its own choosing. One store may serve
   * several overlays and keep other files. What was changed is remembered by the overlay itself, so another layer makes
   * room for large contents and does not outlive the process. Default: a new memory store.
   */
  readonly layer?: Storage | undefined;
}

export interface OverlayChange {
  /** The file that changed; for a move, where it is now. */
  readonly path: string;
  /** `moved` is a deleted file and an added one of equal content and content type. */
  readonly kind: "added" | "modified" | "deleted" | "moved";
  /** Where a moved file was. */
  readonly from?: string;
  /** In bytes, in the overlay; absent where it is deleted. */
  readonly size?: number;
  /** In bytes, in the base when the overlay first read or replaced the file; absent where it is added. */
  readonly previousSize?: number;
}

export interface CommitOptions extends CallOptions {
  /** Only the changes of these files, by exact path; either path of a move names it. Default: every change. */
  readonly paths?: readonly string[] | undefined;
}

export interface DiscardOptions extends CallOptions {
  /** Only the changes of these files, by exact path; either path of a move names it. Default: every change. */
  readonly paths?: readonly string[] | undefined;
}

declare const snapshotBrand: unique symbol;

/** A state of one overlay. Its contents are kept for as long as this object is reachable. */
export interface OverlaySnapshot {
  readonly [snapshotBrand]: true;
}

export interface OverlayCapabilities extends StorageCapabilities {
  /**
   * An overlay over the base's scope of that name, with changes, commits and snapshots of its own that are no part of
   * the outer overlay's. The same name gives the same overlay.
   */
  readonly scope?: (name: string) => OverlayStorage;
}

/**
 * The base with changes that nobody else sees. Reads like one store; what was not changed shows the base as it is now.
 */
export interface OverlayStorage extends Storage {
  readonly capabilities: OverlayCapabilities;

  /**
   * What `commit` would do, in the order of `comparePaths`; `[]` for nothing. A file whose bytes and content type are
   * those of the base is no change, however often it was written.
   */
  changes(options?: CallOptions): Promise<OverlayChange[]>;

  /**
   * The change of one file against the base as it is now, as a unified diff of at most 256 Ki characters that `git apply`
   * takes, after a line on the content type where that changes; `""` for a file that did not change. Two lines for a move; one line for a binary file, for one over 2 MiB or 50,000 lines, and
   * for a difference that lines don't show. A diff that takes too long becomes one that replaces every line.
   */
  diff(path: string, options?: CallOptions): Promise<string>;

  /**
   * Applies the changes to the base and resolves to those that it applied, which the overlay then no longer holds;
   * `[]` for none. Paths without a change are left alone.
   *
   * Options that are no object, or hold anything but `paths` and `signal`, are a `TypeError`.
   *
   * Nothing is written unless every one of these files is in the base what it was when the overlay first read or
   * replaced it, by its version or by its content: otherwise `VFS_VERSION_CONFLICT` names those that are not (`path` is
   * the first, the cause an `AggregateError` with one error for each). A file that already has the wanted content counts as applied.
   * Where a part of the base says that it is read-only, `VFS_READ_ONLY` names those files in the same way.
   * Each write is conditional where the base can (`createFile`, `replaceFile`, `moveFile`); holds the base's path locks.
   *
   * Changes are applied one by one: first those that make a name both a file and a directory, which the base may refuse,
   * then moves, and deletions last. A failure on the way has the code of its cause
   * (`VFS_VERSION_CONFLICT` where a condition failed), the path, and says how many were applied: those are in the base,
   * the rest stays in the overlay, and another commit finishes. So it is after an abort, which rejects with the signal's
   * reason. A read-only base: `VFS_READ_ONLY`. Inside `withPathLock(base, …)` on one of its paths it waits for ever.
   *
   * What is written to the overlay meanwhile is not part of the commit and is kept as a change.
   */
  commit(options?: CommitOptions): Promise<OverlayChange[]>;

  /**
   * Drops changes, and what the overlay remembers of when it read these files. Resolves to the changes dropped, in the
   * order of `comparePaths`; `[]` for none. Writes nothing to the base. The files then read as the base has them now, and
   * new edits of them commit. A commit that is running applies what it began with all the same. Options as of `commit`.
   */
  discard(options?: DiscardOptions): Promise<OverlayChange[]>;

  /** The state to return to. Copies no contents. */
  snapshot(): Promise<OverlaySnapshot>;

  /**
   * Returns to exactly the state of the snapshot, as often as wanted, also after `discard`; with it comes back what had
   * been read by then. A snapshot from before a
   * commit that applied something, and any while a commit runs: `VFS_VERSION_CONFLICT`, since the base is no longer what
   * the snapshot was taken over.
   * Anything but a snapshot of this very overlay is a `TypeError`.
   */
  restore(snapshot: OverlaySnapshot): Promise<void>;
}
