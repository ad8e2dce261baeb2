import { VfsError, type VfsErrorCode } from "@x/vfs";

const maximumNamed = 10;

/** For files that the base no longer has as the overlay found them. The cause has one error for each. */
export function changedInBase(paths: readonly string[]): VfsError {
  const named = paths.slice(0, maximumNamed).map((path) => JSON.stringify(path));
  if (paths.length > maximumNamed) named.push(`and ${paths.length - maximumNamed} more`);
  const message =
    `nothing was committed: the base changed since the overlay first read or replaced ${named.join(", ")}; ` +
    "discard these changes and make them again, or commit other paths";
  const errors = paths.map(
    (path) => new VfsError("VFS_VERSION_CONFLICT", `${JSON.stringify(path)} has changed in the base`, { path }),
  );
  return new VfsError("VFS_VERSION_CONFLICT", message, { path: paths[0], cause: new AggregateError(errors) });
}

/** For a commit that the base stopped on its way. */
export function stoppedCommit(error: unknown, path: string, applied: number, total: number): VfsError {
  const reason = VfsError.is(error) ? error.message : "the base failed";
  const message =
    `the commit stopped at ${JSON.stringify(path)}, after ${applied} of ${total} changes: ${reason}; ` +
    `what was applied is in the base, the other ${total - applied} are still in the overlay, and another commit goes on`;
  return new VfsError(codeOf(error), message, { path, cause: error });
}

/** Where a condition of a write failed, the file has changed since it was checked. */
function codeOf(error: unknown): VfsErrorCode {
  if (!VfsError.is(error)) return "VFS_UNAVAILABLE";
  const isCondition = error.code === "VFS_FILE_EXISTS" || error.code === "VFS_FILE_NOT_FOUND";
  return isCondition ? "VFS_VERSION_CONFLICT" : error.code;
}
