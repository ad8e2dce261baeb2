import { readdirSync } from "node:fs";
import { dirname } from "node:path/posix";
import type { SystemCalls } from "../../src/system-calls.js";
import { systemCalls } from "../../src/system-calls.js";

/** A disk where neither case nor the form of accents counts: a name leads to the entry that it folds to. */
export function caseFoldingCalls(): SystemCalls {
  const real = systemCalls;
  return {
    ...real,
    open: (path, flags, mode) => real.open(stored(path), flags, mode),
    lstat: (path) => real.lstat(stored(path)),
    identity: (path) => real.identity(stored(path)),
    mkdir: (path) => real.mkdir(stored(path)),
    rmdir: (path) => real.rmdir(stored(path)),
    link: (from, to) => real.link(stored(from), stored(to)),
    unlink: (path) => real.unlink(stored(path)),
    // Like a real one: the new spelling is kept where it leads to the same entry, otherwise that entry's.
    rename: (from, to) => real.rename(stored(from), stored(from) === stored(to) ? to : stored(to)),
  };
}

function stored(path: string): string {
  const directory = dirname(path);
  const name = path.slice(directory.length + 1);
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return path;
  }
  const match = names.includes(name) ? name : names.find((other) => fold(other) === fold(name));
  return match === undefined ? path : `${directory}/${match}`;
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
