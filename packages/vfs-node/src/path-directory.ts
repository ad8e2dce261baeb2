import { constants } from "node:fs";
import { closeQuietly } from "./close-quietly.js";
import type { Directory } from "./directory.js";
import { DiskFault } from "./disk-fault.js";
import type { SystemCalls } from "./system-calls.js";

// Windows has none of these flags, and Node leaves their names out there.
const flagsHere: Partial<typeof constants> = constants;
const fileFlags = (flagsHere.O_NOFOLLOW ?? 0) | (flagsHere.O_NONBLOCK ?? 0) | (flagsHere.O_NOCTTY ?? 0);

/**
 * A directory known by its path, for systems without a way to name an entry of an open directory. Every step checks
 * that what is there is no link, and what was opened is compared with what was checked. That holds against links that
 * stand when a call starts; only with a path that makes the kernel itself refuse links does it hold against more.
 */
export class PathDirectory implements Directory {
  readonly #calls: SystemCalls;
  readonly #identity: string;
  readonly #parent: PathDirectory | undefined;

  constructor(
    calls: SystemCalls,
    readonly path: string,
    identity: string,
    parent?: PathDirectory,
  ) {
    this.#calls = calls;
    this.#identity = identity;
    this.#parent = parent;
  }

  at(name: string): string {
    return this.path.endsWith("/") ? this.path + name : `${this.path}/${name}`;
  }

  enter(name: string): Directory {
    const path = this.at(name);
    const stats = this.#calls.lstat(path);
    const identity = this.#calls.identity(path);
    if (stats === undefined || identity === undefined) throw new DiskFault("ENOENT");
    if (!stats.isDirectory()) throw new DiskFault("ENOTDIR");
    return new PathDirectory(this.#calls, path, identity, this);
  }

  open(name: string, flags: number, mode?: number): number {
    const path = this.at(name);
    const creates = (flags & constants.O_CREAT) !== 0;
    const before = creates ? undefined : this.#inspect(path);
    const descriptor = this.#calls.open(path, flags | fileFlags, mode);
    try {
      if (!creates && this.#calls.identityOf(descriptor) !== before) throw new DiskFault("ENOENT");
      this.#confirm();
    } catch (error) {
      closeQuietly(this.#calls, descriptor);
      throw error;
    }
    return descriptor;
  }

  size(): number {
    return this.#calls.lstat(this.path)?.size ?? 0;
  }

  close(): void {
    // A path holds nothing open.
  }

  #inspect(path: string): string {
    const stats = this.#calls.lstat(path);
    const identity = this.#calls.identity(path);
    if (stats === undefined || identity === undefined) throw new DiskFault("ENOENT");
    if (!stats.isFile()) throw new DiskFault("ENOTREG");
    return identity;
  }

  /** Fails unless every directory on the way is still the one that was entered. */
  #confirm(): void {
    if (this.#calls.identity(this.path) !== this.#identity) throw new DiskFault("ENOENT");
    if (this.#parent !== undefined) this.#parent.#confirm();
  }
}
