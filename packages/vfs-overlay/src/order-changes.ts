import type { OverlayChange } from "./overlay-storage.js";

/**
 * The order in which a commit applies changes: moves, then what is written, then what is deleted, so that a failure
 * leaves too much rather than too little. What is `nested` comes before all, so that where the base refuses it nothing has
 * been written yet. Deletions come first only where they have to: a store may refuse `a/b` where
 * `a` is a file, and the reverse.
 */
export function orderChanges(changes: readonly OverlayChange[], nested: ReadonlySet<string>): OverlayChange[] {
  const written = new Set(changes.filter(({ kind }) => kind !== "deleted").map(({ path }) => path));
  const directories = new Set([...written].flatMap(directoriesOf));
  const isInTheWay = (path: string) =>
    directories.has(path) || directoriesOf(path).some((directory) => written.has(directory));
  const rank = ({ kind, path }: OverlayChange) => {
    if (kind === "deleted") return isInTheWay(path) ? 0 : 3;
    if (nested.has(path)) return -1;
    return kind === "moved" ? 1 : 2;
  };
  return changes
    .map((change) => ({ change, rank: rank(change) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ change }) => change);
}

/** Whether one path would be a directory of the other. */
export function areNested(a: string, b: string): boolean {
  return a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** Every path that would have to be a directory for this one to be a file. */
export function directoriesOf(path: string): string[] {
  const directories: string[] = [];
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) directories.push(path.slice(0, end));
  return directories;
}
