import { comparePaths } from "@x/vfs";
import type { Mount, MountTable } from "./mount-table.js";

const itemsPerTurn = 4096;

/** What one mounted store gave, in the order of its own paths. */
export interface Part<Item> {
  readonly mount: Mount;
  readonly items: readonly Item[];
}

/**
 * What several stores gave, as one list in the order of the tree, without what is hidden in it. Lets other work run in
 * between, and rejects with the signal's reason once it aborted.
 */
export async function mergeVisible<Item>(
  table: MountTable,
  parts: readonly Part<Item>[],
  pathOf: (item: Item) => string,
  withPath: (item: Item, path: string) => Item,
  signal: AbortSignal | undefined,
): Promise<Item[]> {
  let merged: Item[] = [];
  let count = 0;
  // Outer mounts first: what lies in an inner one is then a gap in what is there, and goes in as a whole.
  for (const { mount, items } of [...parts].sort((a, b) => a.mount.base.length - b.mount.base.length)) {
    const visible: Item[] = [];
    for (const item of items) {
      const path = table.visiblePath(mount, pathOf(item));
      if (path !== undefined) visible.push(withPath(item, path));
      if (++count % itemsPerTurn === 0) {
        await new Promise((resume) => setImmediate(resume));
        signal?.throwIfAborted();
      }
    }
    const gap = indexOfGap(merged, mount.base, pathOf);
    merged = gap === merged.length ? merged.concat(visible) : merged.slice(0, gap).concat(visible, merged.slice(gap));
  }
  return merged;
}

/** Where paths that start with `base` belong. */
function indexOfGap<Item>(items: readonly Item[], base: string, pathOf: (item: Item) => string): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && comparePaths(pathOf(item), base) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
