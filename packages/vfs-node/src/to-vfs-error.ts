import { VfsError, type VfsErrorCode } from "@x/vfs";
import { codeOf } from "./disk-fault.js";

/**
 * What the failed call was about to do: a name that is in the way is "not found" to who wants what is there, a conflict
 * to a writer. A move is one of the file at `from`.
 */
export type Access = "read" | "write" | "delete" | { readonly from: string };

const unsuitable = new Set(["ENOTDIR", "ELOOP", "EMLINK", "EISDIR", "ENOTREG", "ENOTEMPTY", "EEXIST"]);

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the system does not permit it",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ENOMEM: "out of memory",
  EBUSY: "the file is in use",
  ETXTBSY: "the file is in use",
  EIO: "the disk failed",
  ESTALE: "the disk is no longer connected",
  EXDEV: "source and destination are on different disks",
  ENOTSUP: "this disk cannot do it",
  EOPNOTSUPP: "this disk cannot do it",
  ENOSYS: "this disk cannot do it",
  EVANISHED: "its directory was removed meanwhile, again and again",
};

/** The error that a caller sees. Its message holds the path in the store, if any, and never one of the host. */
export function toVfsError(error: unknown, path: string | undefined, access: Access): VfsError {
  if (VfsError.is(error)) return error;
  const system = codeOf(error);
  const name = path === undefined ? "the files" : shown(path);
  const make = (code: VfsErrorCode, message: string): VfsError => new VfsError(code, message, { path, cause: error });
  switch (system) {
    case "ENAMETOOLONG":
    case "EILSEQ":
      return make("VFS_PATH_INVALID", `path ${name} has a name that this disk cannot hold; use a shorter, plainer one`);
    case "EFBIG":
      return make("VFS_FILE_TOO_LARGE", `${name} would be larger than this disk can hold`);
    case "ESPELLING":
      return make(
        "VFS_PATH_CONFLICT",
        `this disk already has ${name} in another spelling, in case or accents; list the files and use that one`,
      );
  }
  const wantsFile = access === "read" || access === "delete";
  if (wantsFile && (system === "ENOENT" || (system !== undefined && unsuitable.has(system)))) {
    return make("VFS_FILE_NOT_FOUND", `no file at ${name}`);
  }
  if (system !== undefined && unsuitable.has(system)) {
    return make(
      "VFS_PATH_CONFLICT",
      `cannot write ${name}: a directory is there, or a part of the path is no directory, or it is no regular file`,
    );
  }
  const reason = system === undefined ? "the disk failed" : (reasons[system] ?? `the disk answered ${system}`);
  const doing = typeof access === "string" ? `${access} ${name}` : `move ${shown(access.from)} to ${name}`;
  return make("VFS_UNAVAILABLE", `cannot ${doing}: ${reason}`);
}

/** Runs a step on the disk, and gives its failure as callers see it. */
export function guarded<T>(path: string | undefined, access: Access, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw toVfsError(error, path, access);
  }
}

/** The same for a step that takes more than one turn. */
export async function guardedLater<T>(path: string, access: Access, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw toVfsError(error, path, access);
  }
}

export function fileExists(path: string): VfsError {
  return new VfsError("VFS_FILE_EXISTS", `there is already a file at ${shown(path)}`, { path });
}

/** The path as a JSON string, cut to a length that an error can show. */
export function shown(path: string): string {
  return JSON.stringify(path.length > 80 ? `${path.slice(0, 80)}...` : path);
}
