import { VfsError } from "@x/vfs";
import type { OverlayStorage } from "@x/vfs-overlay";

export interface Refusal {
  readonly path: string;
  readonly reason: string;
}

/**
 * Writes these changes of one overlay to its disk, and resolves to those that were refused, at least one where it
 * stopped on the way. After an abort some may be neither written nor refused.
 */
export async function commitPlace(
  overlay: OverlayStorage,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Refusal[]> {
  try {
    await overlay.commit({ paths, signal });
    return [];
  } catch (error) {
    if (signal.aborted) return [];
    if (!VfsError.is(error)) throw error;
    const errors = error.cause instanceof AggregateError ? (error.cause.errors as VfsError[]) : [error];
    const changes = await overlay.changes();
    const reasons = new Map<string, string>();
    for (const one of errors) {
      // A move is named by either of its paths.
      const change = changes.find(({ path, from }) => path === one.path || from === one.path);
      reasons.set(change?.path ?? one.path ?? paths[0] ?? "", reasonOf(one));
    }
    return [...reasons].map(([path, reason]) => ({ path, reason }));
  }
}

function reasonOf(error: VfsError): string {
  if (error.code === "VFS_VERSION_CONFLICT") return "it has changed on disk meanwhile, and is left as it is now";
  return VfsError.is(error.cause) ? error.cause.message : error.message;
}
