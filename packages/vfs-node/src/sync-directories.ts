import { constants } from "node:fs";
import { Chain } from "./chain.js";
import { closeQuietly } from "./close-quietly.js";
import type { Disk } from "./disk.js";

/**
 * Makes names durable: waits until the disk holds the directory that `segments` lead to, and those above it down from
 * the length `shallowest`. Directories that are gone meanwhile are left out. Windows has no such call, and needs none.
 */
export async function syncDirectories(disk: Disk, segments: readonly string[], shallowest: number): Promise<void> {
  if (disk.platform === "win32") return;
  for (let depth = segments.length; depth >= shallowest; depth--) {
    const descriptor = openDirectory(disk, segments.slice(0, depth));
    if (descriptor === undefined) continue;
    try {
      await disk.calls.sync(descriptor);
    } finally {
      closeQuietly(disk.calls, descriptor);
    }
  }
}

function openDirectory(disk: Disk, segments: readonly string[]): number | undefined {
  const chain = new Chain(disk.calls, disk.containment);
  try {
    return disk.calls.open(`${chain.directory(segments).path}/.`, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch {
    return undefined;
  } finally {
    chain.close();
  }
}
