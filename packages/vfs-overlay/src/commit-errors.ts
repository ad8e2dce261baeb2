import { VfsError, type VfsErrorCode } from "@x/vfs";

const maximumNamed = 10;

/** What stays refused however often it is tried. */
const lasting: ReadonlySet<VfsErrorCode> = new Set([
  "VFS_READ_ONLY",
  "VFS_PATH_CONFLICT",
  "VFS_PATH_INVALID",
  "VFS_FILE_TOO_LARGE",
]);

/** For files that the base no longer has as the overlay found them. The cause has one error for each. */
export function changedInBase(paths: readonly string[]): VfsError {
  const message =
    `nothing was committed: the base changed since the overlay first read or replaced ${nameSome(paths)}; ` +
    "discard these changes and make them again, or commit other paths";
  return refusal("VFS_VERSION_CONFLICT", message, paths, "has changed in the base");
}

/** For files that the base says it does not let change. The cause has one error for each. */
export function readOnlyInBase(paths: readonly string[]): VfsError {
  const message =
    `nothing was committed: the base is read-only at ${nameSome(paths)}; ` +
    "discard these changes, or commit other paths";
  return refusal("VFS_READ_ONLY", message, paths, "is read-only in the base");
}

function nameSome(paths: readonly string[]): string {
  const named = paths.slice(0, maximumNamed).map((path) => JSON.stringify(path));
  if (paths.length > maximumNamed) named.push(`and ${paths.length - maximumNamed} more`);
  return named.join(", ");
}

function refusal(code: VfsErrorCode, message: string, paths: readonly string[], reason: string): VfsError {
  const errors = paths.map((path) => new VfsError(code, `${JSON.stringify(path)} ${reason}`, { path }));
  return new VfsError(code, message, { path: paths[0], cause: new AggregateError(errors) });
}

/** For a commit that the base stopped on its way. */
export function stoppedCommit(error: unknown, path: string, applied: number, total: number): VfsError {
  const reason = VfsError.is(error) ? error.message : "the base failed";
  const code = codeOf(error);
  const way = lasting.has(code)
    ? `which will be refused again: discard ${JSON.stringify(path)}, or commit other paths`
    : "and another commit goes on";
  const message =
    `the commit stopped at ${JSON.stringify(path)}, after ${applied} of ${total} changes: ${reason}; ` +
    `what was applied is in the base, the other ${total - applied} are still in the overlay, ${way}`;
  return new VfsError(code, message, { path, cause: error });
}

/** Where a condition of a write failed, the file has changed since it was checked. */
function codeOf(error: unknown): VfsErrorCode {
  if (!VfsError.is(error)) return "VFS_UNAVAILABLE";
  const isCondition = error.code === "VFS_FILE_EXISTS" || error.code === "VFS_FILE_NOT_FOUND";
  return isCondition ? "VFS_VERSION_CONFLICT" : error.code;
}
