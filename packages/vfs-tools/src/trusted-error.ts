import { type CallOptions, VfsError } from "@x/vfs";

/** What the tools may see of a failure. Throws the signal's reason once that aborted. */
export function trustedError(cause: unknown, options: CallOptions | undefined, path: string | undefined): VfsError {
  if (isVfsError(cause)) return cause;
  options?.signal?.throwIfAborted();
  return new VfsError(
    "VFS_UNAVAILABLE",
    "the storage failed; try again, and if it keeps failing, go on without it",
    path === undefined ? { cause } : { path, cause },
  );
}

/** Looks at a thrown value that may be anything, a proxy or an object whose getters throw among them. */
function isVfsError(thrown: unknown): thrown is VfsError {
  try {
    return VfsError.is(thrown) && typeof thrown.message === "string" && typeof thrown.code === "string";
  } catch {
    return false;
  }
}
