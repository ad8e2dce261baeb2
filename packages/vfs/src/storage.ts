/** What every call of a store may be given besides its arguments. */
export interface CallOptions {
  /** Once aborted, the call rejects with the signal's reason; a write then happened whole or not at all. */
  readonly signal?: AbortSignal | undefined;
}

export interface ListFilesOptions extends CallOptions {
  /**
   * Only files whose path starts with this string, compared plainly: `a` also selects `ab`, `a/` does not.
   * Any string is allowed, also one that is no valid path. Absent or empty selects every file.
   */
  readonly prefix?: string | undefined;
}

export interface MoveFileOptions extends CallOptions {
  /** Replace a file that is at the destination. Default: false, which fails with `VFS_FILE_EXISTS`. */
  readonly overwrite?: boolean | undefined;
}

export interface FileMetadata {
  readonly path: string;
  /** What was written, or `contentTypeForPath(path)` in a store that cannot keep it. */
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** When the content was last written; absent when unknown. */
  readonly updatedAt?: Date | undefined;
  /** Opaque; changes with every write. Always present where the store has `replaceFile`. */
  readonly version?: string | undefined;
}

export interface StoredFile {
  readonly content: Uint8Array;
  readonly metadata: FileMetadata;
}

/** Stands in the place of a file that `readFiles` was asked for and that does not exist. */
export interface MissingFile {
  readonly path: string;
  readonly missing: true;
}

export interface SearchCapability {
  /**
   * The paths of the files that match, in the order of `comparePaths`; `[]` for none.
   * `text` is in the store's own syntax. Rejects with `VFS_UNAVAILABLE` when the medium fails.
   */
  query(text: string, options?: CallOptions): Promise<string[]>;
  /** One or two sentences on the syntax for a model, with an example. */
  readonly syntax: string;
}

/**
 * What a store can do beyond the four methods. Present means supported, and works: an ability is advertised only where
 * one native step of the medium enforces it. Absent means that callers do without it; it is never guessed from the
 * shape of an object. Fixed for the life of the store. Every method checks its paths with `validatePath` first, and
 * works without a `this`: a wrapper may hand it on by itself.
 */
export interface StorageCapabilities {
  /** Every write is refused with `VFS_READ_ONLY`. */
  readonly readOnly?: true;

  readonly search?: SearchCapability;

  /**
   * A store that sees only the files of one tenant, under their own paths. `name` is any non-empty string. The same
   * name gives the same files; two names share nothing, whatever characters they hold.
   * A name that is no string, or empty, is a `TypeError`.
   */
  readonly scope?: (name: string) => Storage;

  /** The metadata without the content. Missing: `VFS_FILE_NOT_FOUND`. */
  readonly stat?: (path: string, options?: CallOptions) => Promise<FileMetadata>;

  /** Writes like `writeFile`, but only where no file is: otherwise `VFS_FILE_EXISTS` and nothing changes. */
  readonly createFile?: (
    path: string,
    content: Uint8Array,
    contentType: string,
    options?: CallOptions,
  ) => Promise<void>;

  /**
   * Writes like `writeFile`, but only over the file that has exactly this `version`. Otherwise, also where the file is
   * gone, `VFS_VERSION_CONFLICT` and nothing changes. Where it is offered, all metadata carry a `version`.
   */
  readonly replaceFile?: (
    path: string,
    content: Uint8Array,
    contentType: string,
    version: string,
    options?: CallOptions,
  ) => Promise<void>;

  /**
   * Renames in one step, keeping content, content type and mode. To itself, or to another case of itself, nothing is
   * lost. Missing source: `VFS_FILE_NOT_FOUND`. A file at the destination: `VFS_FILE_EXISTS` unless `overwrite`.
   */
  readonly moveFile?: (source: string, destination: string, options?: MoveFileOptions) => Promise<void>;

  /**
   * Yields each file in the order asked, a path asked twice also twice, or a marker for one that does not exist.
   * Holds only a bounded window in memory: the consumer must neither keep nor change the bytes after the next step.
   * An invalid path fails the iteration with `VFS_PATH_INVALID`.
   */
  readonly readFiles?: (paths: Iterable<string>, options?: CallOptions) => AsyncIterable<StoredFile | MissingFile>;

  /**
   * The bytes from `start` (0-based) on, `length` of them, fewer at the end of the file, none past it, with the
   * metadata of the whole file and without reading the rest. Missing: `VFS_FILE_NOT_FOUND`. A `start` or `length` that
   * is no integer, or negative, is a `TypeError`.
   */
  readonly readRange?: (path: string, start: number, length: number, options?: CallOptions) => Promise<StoredFile>;

  /**
   * For wrappers: the store and path that a lock on this path must be taken on, so that a store and every wrapper and
   * scope of it serialise together. Follow it with `withPathLock`.
   */
  readonly lockTarget?: (path: string) => { readonly storage: Storage; readonly path: string };
}

/**
 * Maps paths to bytes. There are no directories: `notes/a.md` is one name.
 *
 * Every method calls `validatePath` first, before it looks at anything else, and reports every failure as a rejected
 * promise, never as a throw from the call itself. After a promise resolves, every later call sees its effect. Two calls
 * on different paths never disturb each other; two writes to one path end as one of the two. A failure of the medium is
 * `VFS_UNAVAILABLE` with the cause attached; no message shows a path of the host, a connection string or a query.
 * Not promised: a transaction over several calls; an order between calls that overlap.
 */
export interface Storage {
  readonly capabilities: StorageCapabilities;

  /**
   * Every file whose path starts with `prefix`, in the order of `comparePaths`; `[]` for none. Reads no contents.
   *
   * With files `a`, `ab` and `a/c`, the prefix `a` gives all three, `a/` gives `a/c`, and `b` gives `[]`.
   */
  listFiles(options?: ListFilesOptions): Promise<FileMetadata[]>;

  /**
   * The exact bytes last written, with their metadata. The caller owns the bytes: changing them changes nothing in the
   * store. Missing: `VFS_FILE_NOT_FOUND`.
   */
  readFile(path: string, options?: CallOptions): Promise<StoredFile>;

  /**
   * Creates or replaces. The store keeps its own copy. A reader sees the old file or the new one, never a part of
   * either, and after a failure or a crash the old one. A read-only store: `VFS_READ_ONLY`. Where `a` is a file, a store
   * may refuse `a/b`, and the reverse, with `VFS_PATH_CONFLICT`, changing nothing.
   */
  writeFile(path: string, content: Uint8Array, contentType: string, options?: CallOptions): Promise<void>;

  /** Removes the file. Missing: `VFS_FILE_NOT_FOUND`. A read-only store: `VFS_READ_ONLY`, also where it is missing. */
  deleteFile(path: string, options?: CallOptions): Promise<void>;
}
