import { validatePath } from "@x/vfs";
import type { OverlayState } from "./overlay-state.js";

/**
 * The paths that have an entry, of those named or of all. A move is one change: naming one of its paths names both, so
 * that it is never half of it, the deletion, that is applied or left.
 */
export function selectPaths(state: OverlayState, paths: readonly string[] | undefined): Set<string> {
  if (paths === undefined) return new Set(state.entries().keys());
  const selected = new Set<string>();
  for (const path of paths) {
    validatePath(path);
    if (state.entry(path) !== undefined) selected.add(path);
  }
  for (const { path, from } of state.changes()) {
    if (from === undefined || (!selected.has(path) && !selected.has(from))) continue;
    selected.add(path).add(from);
  }
  return selected;
}
