import { comparePaths } from "@x/vfs";
import type { BaseFile } from "./base-file.js";
import type { Entry } from "./overlay-state.js";
import type { OverlayChange } from "./overlay-storage.js";

/**
 * What the entries change, in order. Of several deleted and added files of one content and content type, the first is paired with the
 * first as a move, the second with the second, and so on.
 */
export function listChanges(entries: ReadonlyMap<string, Entry>): OverlayChange[] {
  const sorted = [...entries].sort(([a], [b]) => comparePaths(a, b));
  const sources = new Map<string, string[]>();
  for (const [path, { original, current }] of sorted) {
    if (original?.hash === undefined || current !== undefined) continue;
    const alike = sources.get(keyOf(original));
    if (alike === undefined) sources.set(keyOf(original), [path]);
    else alike.push(path);
  }
  for (const alike of sources.values()) alike.reverse();

  const moved = new Set<string>();
  const changes = new Map<string, OverlayChange>();
  for (const [path, { original, current }] of sorted) {
    if (current === undefined) continue;
    const { size } = current;
    if (original !== undefined) {
      const isSame = original.hash === current.hash && original.contentType === current.contentType;
      if (!isSame) changes.set(path, { path, kind: "modified", size, previousSize: original.size });
      continue;
    }
    const from = sources.get(keyOf(current))?.pop();
    if (from === undefined) {
      changes.set(path, { path, kind: "added", size });
    } else {
      changes.set(path, { path, kind: "moved", from, size, previousSize: size });
      moved.add(from);
    }
  }
  return sorted.flatMap(([path, { original, current }]): OverlayChange[] => {
    const change = changes.get(path);
    if (change !== undefined) return [change];
    if (original === undefined || current !== undefined || moved.has(path)) return [];
    return [{ path, kind: "deleted", previousSize: original.size }];
  });
}

function keyOf({ size, hash, contentType }: Pick<BaseFile, "size" | "hash" | "contentType">): string {
  return `${size}:${hash ?? ""}:${contentType}`;
}
