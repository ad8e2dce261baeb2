import { type CallOptions, VfsError, validatePath } from "@x/vfs";
import { describeDifference, diffContents, diffMove, maximumDiffedBytes } from "./diff-contents.js";
import type { Overlay } from "./overlay.js";

/** See `OverlayStorage.diff`. */
export async function diffFile(
  { base, blobs, state }: Overlay,
  path: string,
  options: CallOptions = {},
): Promise<string> {
  validatePath(path);
  options.signal?.throwIfAborted();
  const change = state.changes().find((one) => one.path === path || one.from === path);
  if (change === undefined) return "";
  if (change.from !== undefined) return diffMove(change.from, change.path);
  const { size = 0, previousSize = 0 } = change;
  if (Math.max(size, previousSize) > maximumDiffedBytes) {
    return describeDifference("too large to compare by lines", path, change.previousSize, change.size);
  }
  const current = state.entry(path)?.current;
  const contentType = current?.contentType;
  const after = current && (await blobs.read(current.blob, path, options));
  try {
    const before = await base.readFile(path, options);
    return describeTypes(before.metadata.contentType, contentType) + diffContents(path, before.content, after);
  } catch (error) {
    if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) return diffContents(path, undefined, after);
    throw error;
  }
}

/** A line before the diff, which `git apply` passes over; nothing where the type stays. */
function describeTypes(before: string, after: string | undefined): string {
  if (after === undefined || after === before) return "";
  return `content type ${JSON.stringify(before)} -> ${JSON.stringify(after)}\n`;
}
