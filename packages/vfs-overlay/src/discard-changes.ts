import { checkOptions } from "./check-options.js";
import { listChanges } from "./list-changes.js";
import type { Overlay } from "./overlay.js";
import type { DiscardOptions, OverlayChange } from "./overlay-storage.js";
import { selectPaths } from "./select-paths.js";

/** See `OverlayStorage.discard`. One synchronous step. */
export async function discardChanges({ state }: Overlay, options: DiscardOptions = {}): Promise<OverlayChange[]> {
  checkOptions(options);
  const { paths, signal } = options;
  const selected = selectPaths(state, paths);
  signal?.throwIfAborted();
  const discarded = listChanges(new Map([...state.entries()].filter(([path]) => selected.has(path))));
  for (const path of selected) state.remove(path);
  if (paths === undefined) state.forgetReads();
  else for (const path of [...paths, ...selected]) state.forgetRead(path);
  return discarded;
}
