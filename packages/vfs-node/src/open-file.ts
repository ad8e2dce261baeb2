import { constants, type Stats } from "node:fs";
import { contentTypeForPath, type FileMetadata } from "@x/vfs";
import type { Chain } from "./chain.js";
import { closeQuietly } from "./close-quietly.js";
import type { DiskView, Place } from "./disk.js";
import { codeOf, DiskFault } from "./disk-fault.js";

export interface OpenFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

/** What opening a socket, or a device without a driver, is answered with. */
const notOpenable = new Set(["ENXIO", "ENODEV", "EOPNOTSUPP", "ENOTSUP"]);

/** Opens a regular file for reading, and nothing else. The caller closes it. */
export function openFile(disk: DiskView, chain: Chain, place: Place): OpenFile {
  const directory = chain.directory(place.parents);
  let descriptor: number;
  try {
    descriptor = directory.open(place.name, constants.O_RDONLY);
  } catch (error) {
    if (notOpenable.has(codeOf(error) ?? "")) throw new DiskFault("ENOTREG");
    throw error;
  }
  try {
    const stats = disk.calls.fstat(descriptor);
    if (!stats.isFile()) throw new DiskFault("ENOTREG");
    return { descriptor, stats };
  } catch (error) {
    closeQuietly(disk.calls, descriptor);
    throw error;
  }
}

/** `time` is when it was written, in milliseconds since 1970. */
export function metadataOf(path: string, size: number, time: number): FileMetadata {
  return { path, contentType: contentTypeForPath(path), size, updatedAt: new Date(time) };
}

/** When a file was written, in whole milliseconds since 1970. */
export function timeOf(stats: Stats): number {
  return Math.round(stats.mtimeMs);
}

/** The metadata of a file that is not opened. */
export function statFile(disk: DiskView, chain: Chain, place: Place): FileMetadata {
  const stats = disk.calls.lstat(chain.directory(place.parents).at(place.name));
  if (stats === undefined) throw new DiskFault("ENOENT");
  if (!stats.isFile()) throw new DiskFault("ENOTREG");
  return metadataOf(place.path, stats.size, timeOf(stats));
}
