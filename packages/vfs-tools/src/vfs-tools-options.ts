import type { Storage } from "@x/vfs";

export interface VfsToolsOptions {
  /** The files. A store that says `readOnly` gets no tools that write; one that offers `search` gets the search tool. */
  readonly storage: Storage;
  /** Leave out write_file, delete_file, edit_file, multi_edit and move_file. Default: false. */
  readonly readOnly?: boolean | undefined;
  /** Leave out grep, glob, edit_file, multi_edit and move_file. Default: false. */
  readonly disableExtended?: boolean | undefined;
  /**
   * Leave paths with a segment that starts with `_` or `.` out of every result, and refuse them as arguments.
   * Default: false.
   */
  readonly hideHiddenPaths?: boolean | undefined;
  /**
   * Only files with one of these extensions exist for the model, reads included. Any case, with or without the dot;
   * `""` means no extension; `[]` allows no file at all. Default: every file.
   */
  readonly allowedExtensions?: readonly string[] | undefined;
  /** The largest file, in bytes, that a tool may write or move, or that grep opens. Default: 1,048,576. */
  readonly maximumFileBytes?: number | undefined;
}

export const defaultMaximumFileBytes = 1_048_576;

/** Throws a `TypeError` that names the option, for callers without a type checker. */
export function checkOptions(options: VfsToolsOptions): void {
  const given = options as unknown;
  if (typeof given !== "object" || given === null) throw new TypeError("options must be an object with a storage");
  checkStorage(options.storage);
  for (const name of ["readOnly", "disableExtended", "hideHiddenPaths"] as const) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== "boolean") throw new TypeError(`options.${name} must be a boolean`);
  }
  const extensions: unknown = options.allowedExtensions;
  if (extensions !== undefined && !isExtensionList(extensions)) {
    throw new TypeError('options.allowedExtensions must be an array of strings without "/"');
  }
  const maximum: unknown = options.maximumFileBytes;
  if (maximum !== undefined && !(Number.isSafeInteger(maximum) && (maximum as number) >= 0)) {
    throw new TypeError("options.maximumFileBytes must be a whole number of bytes, 0 or more");
  }
}

function checkStorage(storage: unknown): void {
  const candidate = (typeof storage === "object" && storage !== null ? storage : {}) as Record<string, unknown>;
  const methods = ["listFiles", "readFile", "writeFile", "deleteFile"];
  const { capabilities } = candidate;
  if (
    methods.some((name) => typeof candidate[name] !== "function") ||
    typeof capabilities !== "object" ||
    capabilities === null
  ) {
    throw new TypeError(`options.storage must be a Storage: ${methods.join(", ")} and capabilities`);
  }
}

function isExtensionList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string" && !item.includes("/"));
}
