export interface NodeStorageOptions {
  /** The directory that holds the files. It may be a link; it is never created. Relative to the working directory. */
  readonly root: string;

  /** Patterns in gitignore syntax, relative to the root. What they match is not listed, but can be read by name. */
  readonly ignore?: readonly string[] | undefined;

  /** Leave out of listings also what the `.gitignore` files in the tree say, and `.git` itself. Default: false. */
  readonly gitignore?: boolean | undefined;

  /** Resolve a change only once the disk holds it, so that it outlives a power cut. Default: false. */
  readonly durable?: boolean | undefined;

  /** The permission bits of a new file, exactly. Default: 0o644 less the umask. A replaced file keeps its own. */
  readonly fileMode?: number | undefined;

  /**
   * Let worker threads help where much is listed or read. The process has them in common, starts them on first need, and
   * ends without waiting for them. Where it may not start any, one thread does it all. Default: true.
   */
  readonly threads?: boolean | undefined;

  /**
   * `strict` refuses to start, with `VFS_UNAVAILABLE`, on a system where links that another process swaps in while a
   * call runs cannot be refused. Default: `best`, the strongest that the system offers.
   */
  readonly containment?: "best" | "strict" | undefined;
}

/** Throws a `TypeError` that names the option unless all are of their types. */
export function checkOptions(options: NodeStorageOptions): void {
  const given: { readonly [name in keyof NodeStorageOptions]?: unknown } = options;
  if (typeof given.root !== "string" || given.root === "" || given.root.includes("\0")) {
    throw new TypeError("options.root must be the path of a directory");
  }
  if (given.ignore !== undefined && !isStrings(given.ignore)) {
    throw new TypeError("options.ignore must be an array of strings");
  }
  for (const name of ["gitignore", "durable", "threads"] as const) {
    if (given[name] !== undefined && typeof given[name] !== "boolean") {
      throw new TypeError(`options.${name} must be true or false`);
    }
  }
  const { fileMode } = given;
  if (fileMode !== undefined && !(Number.isInteger(fileMode) && Number(fileMode) >= 0 && Number(fileMode) <= 0o777)) {
    throw new TypeError("options.fileMode must be permission bits from 0 to 0o777");
  }
  if (given.containment !== undefined && given.containment !== "best" && given.containment !== "strict") {
    throw new TypeError('options.containment must be "best" or "strict"');
  }
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
