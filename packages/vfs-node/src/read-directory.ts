import type { Directory } from "./directory.js";
import type { DirectoryEntry, SystemCalls } from "./system-calls.js";

/** A directory that takes less than this is read in one call, which is the fastest way by far. */
const largeBytes = 32 * 1024;
const stepEntries = 256;

/** The names in a directory, in any order; where there are to be pauses, in steps that are short also for very many. */
export function* readDirectory(
  calls: SystemCalls,
  directory: Directory,
  pauses: boolean,
): Generator<void, DirectoryEntry[]> {
  const size = pauses ? directory.size() : 1;
  if (size > 0 && size < largeBytes) return calls.entries(directory.path);
  const reader = calls.openReader(directory.path);
  try {
    const entries: DirectoryEntry[] = [];
    for (;;) {
      const entry = reader.readSync();
      if (entry === null) return entries;
      entries.push(entry);
      if (entries.length % stepEntries === 0) yield;
    }
  } finally {
    reader.closeSync();
  }
}
