import type { Stats } from "node:fs";
import type { Directory } from "./directory.js";
import type { Disk } from "./disk.js";
import { DiskFault } from "./disk-fault.js";
import { isOtherSpelling } from "./is-other-spelling.js";

/**
 * The file that a write to this name would replace, or `undefined`. Fails where something else has the name: a
 * directory, a link, a device, or a file that the disk takes for this one although it is spelled otherwise.
 */
export function findTarget(disk: Disk, directory: Directory, name: string): Stats | undefined {
  const stats = disk.calls.lstat(directory.at(name));
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw new DiskFault("ENOTREG");
  if (isOtherSpelling(disk.calls, directory, name)) throw new DiskFault("ESPELLING");
  return stats;
}
