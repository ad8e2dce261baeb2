import type { Directory } from "./directory.js";
import type { SystemCalls } from "./system-calls.js";

/**
 * Whether `name`, which leads to something in `directory`, is written there in another way: on a disk where case or
 * the form of accents does not count, `A.txt` leads to `a.txt`. Costs next to nothing where they count.
 */
export function isOtherSpelling(calls: SystemCalls, directory: Directory, name: string): boolean {
  return (
    variantsOf(name).some((variant) => sameEntry(calls, directory, name, variant)) && !holds(calls, directory, name)
  );
}

/** Whether both names lead to one entry of the directory, and not to two links to one file. */
export function isSpellingOf(calls: SystemCalls, directory: Directory, name: string, other: string): boolean {
  return sameEntry(calls, directory, name, other) && !(holds(calls, directory, name) && holds(calls, directory, other));
}

function sameEntry(calls: SystemCalls, directory: Directory, name: string, other: string): boolean {
  try {
    if (calls.lstat(directory.at(other)) === undefined) return false;
  } catch {
    // Another spelling can be too long for a name, and then nothing has it.
    return false;
  }
  return calls.identity(directory.at(other)) === calls.identity(directory.at(name));
}

function holds(calls: SystemCalls, directory: Directory, name: string): boolean {
  return calls.names(directory.path).includes(name);
}

function variantsOf(name: string): string[] {
  const upper = name.toUpperCase();
  const variants = [upper === name ? name.toLowerCase() : upper, name.normalize("NFC"), name.normalize("NFD")];
  return [...new Set(variants)].filter((variant) => variant !== name);
}
