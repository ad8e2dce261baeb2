import { constants } from "node:fs";
import { closeQuietly } from "./close-quietly.js";
import type { Directory } from "./directory.js";
import type { SystemCalls } from "./system-calls.js";

export const descriptorPaths = "/proc/self/fd/";

const directoryFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
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
    return new DescriptorDirectory(this.#calls, this.#calls.open(this.#prefix + name, directoryFlags));
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
