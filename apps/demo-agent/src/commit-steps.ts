import type { OverlayChange } from "@x/vfs-overlay";

/**
 * The paths of these changes in three steps: new files, other ones, and deletions with what they make room for. A moved
 * and edited file is a new file and a deletion: whoever stops after a step that failed has lost neither.
 */
export function commitSteps(changes: readonly OverlayChange[]): string[][] {
  const gone = changes.flatMap(({ path, kind, from }) =>
    kind === "deleted" ? [path] : from === undefined ? [] : [from],
  );
  const files = new Set(gone);
  const directories = new Set(gone.flatMap(directoriesOf));
  const needsRoom = (path: string) => directories.has(path) || directoriesOf(path).some((above) => files.has(above));
  const steps: string[][] = [[], [], []];
  for (const { path, kind } of changes) {
    const step = kind === "deleted" || needsRoom(path) ? 2 : kind === "added" ? 0 : 1;
    steps[step]?.push(path);
  }
  return steps;
}

function directoriesOf(path: string): string[] {
  const segments = path.split("/").slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}
