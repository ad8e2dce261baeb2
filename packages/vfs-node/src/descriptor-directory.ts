import { constants } from "node:fs";
import { closeQuietly } from "./close-quietly.js";
import type { Directory } from "./directory.js";
import { codeOf } from "./disk-fault.js";
import type { SystemCalls } from "./system-calls.js";

export const descriptorPaths = "/proc/self/fd/";

const directoryFlags = constants.O_RDONLY | constants.O_DIRECTORY;
/** Linux's own, and missing among Node's: holds a place in the tree, for which no right to list it is needed. */
const O_PATH = 0o10000000;
const fileFlags = constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * A directory held by an open descriptor, on Linux: names are looked up through procfs in the directory that the
 * descriptor stands for, one component at a time, so no swapped path can lead elsewhere.
 */
export class DescriptorDirectory implements Directory {
  readonly path: string;
  readonly #prefix: string;
  readonly #calls: SystemCalls;
  readonly #descriptor: number;

  constructor(calls: SystemCalls, descriptor: number) {
    this.#calls = calls;
    this.#descriptor = descriptor;
    this.path = `${descriptorPaths}${descriptor}`;
    this.#prefix = `${this.path}/`;
  }

  at(name: string): string {
    return this.#prefix + name;
  }

  enter(name: string): Directory {
    return new DescriptorDirectory(this.#calls, openDirectory(this.#calls, this.#prefix + name, constants.O_NOFOLLOW));
  }

  open(name: string, flags: number, mode?: number): number {
    return this.#calls.open(this.#prefix + name, flags | fileFlags, mode);
  }

  size(): number {
    return this.#calls.fstat(this.#descriptor).size;
  }

  close(): void {
    closeQuietly(this.#calls, this.#descriptor);
  }
}

/** Opens a directory to reach what is in it, also one that the user may enter but not list. */
export function openDirectory(calls: SystemCalls, path: string, moreFlags = 0): number {
  try {
    return calls.open(path, directoryFlags | moreFlags);
  } catch (error) {
    if (codeOf(error) !== "EACCES") throw error;
    return calls.open(path, O_PATH | directoryFlags | moreFlags);
  }
}
