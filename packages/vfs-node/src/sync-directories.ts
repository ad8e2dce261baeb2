import { constants } from "node:fs";
import { Chain } from "./chain.js";
import { closeQuietly } from "./close-quietly.js";
import type { Disk } from "./disk.js";
import { codeOf } from "./disk-fault.js";

/**
 * Makes names durable: waits until the disk holds the directory that `segments` lead to, or the nearest above it that
 * is left, and those above down to the length `shallowest`. Windows has no such call, and needs none.
 */
export async function syncDirectories(disk: Disk, segments: readonly string[], shallowest: number): Promise<void> {
  if (disk.platform === "win32") return;
  let synced = false;
  for (let depth = segments.length; depth >= 0 && (depth >= shallowest || !synced); depth--) {
    const descriptor = openDirectory(disk, segments.slice(0, depth));
    if (descriptor === undefined) continue;
    try {
      await disk.calls.sync(descriptor);
      synced = true;
    } finally {
      closeQuietly(disk.calls, descriptor);
    }
  }
}

/** The length from which on directories have to be synced after some were made, whose lengths `created` holds. */
export function shallowestToSync(segments: readonly string[], created: readonly number[]): number {
  return Math.min(segments.length, (created[0] ?? Infinity) - 1);
}

function openDirectory(disk: Disk, segments: readonly string[]): number | undefined {
  const chain = new Chain(disk.calls, disk.containment);
  try {
    return disk.calls.open(`${chain.directory(segments).path}/.`, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(codeOf(error) ?? "")) return undefined;
    throw error;
  } finally {
    chain.close();
  }
}
