import { VfsError } from "@x/vfs";
import type { OverlayStorage } from "@x/vfs-overlay";

export interface Refusal {
  readonly path: string;
  readonly reason: string;
}

/**
 * Writes these changes of one overlay to its disk, and resolves to those that were refused. Where a file has changed on
 * disk meanwhile, it refuses that one and writes nothing: the caller decides about the rest, which may belong with it.
 * Past any other failure it goes on with the rest.
 */
export async function commitPlace(overlay: OverlayStorage, paths: readonly string[]): Promise<Refusal[]> {
  try {
    await overlay.commit({ paths });
    return [];
  } catch (error) {
    const { cause } = error as Error;
    if (cause instanceof AggregateError) return refusalsOf(overlay, cause.errors as VfsError[]);
  }
  let left = paths;
  for (;;) {
    const refused = await commitOneByOne(overlay, left);
    // One change may have stood in the way of another: a file whose name is to be a directory's.
    if (refused.length === 0 || refused.length === left.length) return refused;
    left = refused.map(({ path }) => path);
  }
}

async function commitOneByOne(overlay: OverlayStorage, paths: readonly string[]): Promise<Refusal[]> {
  const refused: Refusal[] = [];
  for (const path of paths) {
    try {
      await overlay.commit({ paths: [path] });
    } catch (error) {
      refused.push({ path, reason: reasonOf(error) });
    }
  }
  return refused;
}

/** A refused move is named by either of its paths. */
async function refusalsOf(overlay: OverlayStorage, errors: readonly VfsError[]): Promise<Refusal[]> {
  const changes = await overlay.changes();
  const reasons = new Map<string, string>();
  for (const error of errors) {
    const change = changes.find(({ path, from }) => path === error.path || from === error.path);
    if (change !== undefined) reasons.set(change.path, reasonOf(error));
  }
  return [...reasons].map(([path, reason]) => ({ path, reason }));
}

function reasonOf(error: unknown): string {
  if (VfsError.is(error, "VFS_VERSION_CONFLICT")) return "it has changed on disk meanwhile";
  if (VfsError.is(error) && VfsError.is(error.cause)) return error.cause.message;
  return VfsError.is(error) ? error.message : "the disk failed";
}
