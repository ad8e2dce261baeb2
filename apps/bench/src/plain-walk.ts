import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What one would write by hand: every file below a directory, read and matched line by line. */
export function grepByWalk(root: string, pattern: RegExp): number {
  let matches = 0;
  for (const path of filesByWalk(root)) {
    for (const line of readFileSync(join(root, path), "utf8").split("\n")) {
      if (pattern.test(line)) matches++;
    }
  }
  return matches;
}

export function globByWalk(root: string, pattern: RegExp): number {
  return filesByWalk(root).filter((path) => pattern.test(path)).length;
}

function filesByWalk(root: string): string[] {
  const found: string[] = [];
  const open = [""];
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    for (const entry of readdirSync(join(root, directory), { withFileTypes: true })) {
      const path = directory === "" ? entry.name : `${directory}/${entry.name}`;
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile()) found.push(path);
    }
  }
  return found;
}
