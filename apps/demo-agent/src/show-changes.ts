import { VfsError } from "@x/vfs";
import type { OverlayChange } from "@x/vfs-overlay";
import type { Session } from "./session.js";

export interface ShowOptions {
  /** Only these files; default: all. */
  readonly paths?: readonly string[];
  /** Draw every line, however long a diff is. */
  readonly whole: boolean;
}

/** Shows what changed as diffs, and resolves to the changes. */
export async function showChanges(
  { workspace, emit }: Pick<Session, "workspace" | "emit">,
  { paths, whole }: ShowOptions,
): Promise<OverlayChange[]> {
  const changes = (await workspace.changes()).filter(({ path }) => paths?.includes(path) ?? true);
  for (const { path, kind, from } of changes) {
    const change = { path, kind, ...(from !== undefined && { from }) };
    const diff = await workspace.diff(path).catch((error: unknown) => {
      if (!VfsError.is(error)) throw error;
      return "[there is no diff: the file on disk cannot be read]\n";
    });
    emit({ type: "change", change, diff, whole });
  }
  return changes;
}
