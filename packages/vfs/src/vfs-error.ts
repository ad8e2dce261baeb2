const brand = Symbol.for("@x/vfs/VfsError");

export type VfsErrorCode =
  | "VFS_PATH_INVALID"
  | "VFS_FILE_NOT_FOUND"
  | "VFS_READ_ONLY"
  | "VFS_FILE_TOO_LARGE"
  | "VFS_FILE_EXISTS"
  | "VFS_PATH_CONFLICT"
  | "VFS_VERSION_CONFLICT"
  | "VFS_NOT_TEXT"
  | "VFS_UNAVAILABLE";

export interface VfsErrorOptions {
  /** The path in the store that the failure is about. Never a path of the host. */
  readonly path?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The one error of a store. `code` is part of the public API; the message is written for a model and is not, and holds
 * no path of the host, no connection string and no query: those belong in `cause`.
 */
export class VfsError extends Error {
  override readonly name = "VfsError";
  readonly code: VfsErrorCode;
  // Only declared, so that an error about no path has no such property.
  declare readonly path?: string;

  constructor(code: VfsErrorCode, message: string, options: VfsErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    if (options.path !== undefined) this.path = options.path;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Whether `error` is a `VfsError` (of this code, if one is given), also one of another copy of this package. */
  static is(error: unknown, code?: VfsErrorCode): error is VfsError {
    if (!(error instanceof Error)) return false;
    const candidate = error as { [brand]?: unknown; code?: unknown };
    return candidate[brand] === true && (code === undefined || candidate.code === code);
  }
}
