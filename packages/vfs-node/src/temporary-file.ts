import { constants } from "node:fs";
import type { Directory } from "./directory.js";
import { codeOf } from "./disk-fault.js";
import { temporaryName } from "./reserved-names.js";
import type { SystemCalls } from "./system-calls.js";

const defaultMode = 0o644;
const privateMode = 0o600;
export const permissionBits = 0o777;
const pieceBytes = 1024 * 1024;

/**
 * A file that nobody sees yet, beside the one it is to become. It ends in one of `replace`, `create` and `discard`;
 * `replace` and `create` discard it themselves when they fail.
 */
export class TemporaryFile {
  readonly #calls: SystemCalls;
  readonly #directory: Directory;
  readonly #name = temporaryName();
  #descriptor: number | undefined;

  /** Private until it gets its final mode, so that a secret file's bytes are never shown; without one, as a new file. */
  constructor(calls: SystemCalls, directory: Directory, finalMode: number | undefined) {
    this.#calls = calls;
    this.#directory = directory;
    this.#descriptor = directory.open(
      this.#name,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
      finalMode === undefined ? defaultMode : privateMode,
    );
  }

  writeNow(content: Uint8Array): void {
    for (let offset = 0; offset < content.length; ) {
      offset += this.#calls.write(this.#open, content, offset, content.length - offset);
    }
  }

  async writeLater(content: Uint8Array, signal?: AbortSignal): Promise<void> {
    for (let offset = 0; offset < content.length; ) {
      signal?.throwIfAborted();
      const length = Math.min(pieceBytes, content.length - offset);
      offset += await this.#calls.writeLater(this.#open, content, offset, length);
    }
  }

  async sync(): Promise<void> {
    await this.#calls.sync(this.#open);
  }

  /** Does nothing where the file has this mode already: some disks give every file the same, and refuse to change it. */
  setMode(mode: number): void {
    if ((this.#calls.fstat(this.#open).mode & permissionBits) !== mode) this.#calls.chmod(this.#open, mode);
  }

  /** Takes the place of whatever file has the name, in one step. */
  replace(name: string): void {
    this.#close();
    this.#calls.rename(this.#directory.at(this.#name), this.#directory.at(name));
  }

  /** Gets the name if nothing has it, in one step; otherwise fails with `EEXIST`. */
  create(name: string): void {
    this.#close();
    this.#calls.link(this.#directory.at(this.#name), this.#directory.at(name));
    this.#remove();
  }

  /** Leaves nothing behind. */
  discard(): void {
    try {
      this.#close();
    } catch {
      // What was written is thrown away in any case.
    }
    this.#remove();
  }

  get #open(): number {
    if (this.#descriptor === undefined) throw new Error("the temporary file is closed");
    return this.#descriptor;
  }

  #close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) this.#calls.close(descriptor);
  }

  /** A name that cannot be removed now is hidden, and swept in an hour. */
  #remove(): void {
    try {
      this.#calls.unlink(this.#directory.at(this.#name));
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
  }
}
