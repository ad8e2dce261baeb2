import { randomUUID } from "node:crypto";
import { type CallOptions, type Storage, VfsError } from "@x/vfs";

/** A content in the layer. Never changed: a new content is a new blob. */
export interface Blob {
  readonly name: string;
  /** How many hold on to it: states, snapshots and calls. The last one to let go removes it. */
  holders: number;
}

/** Keeps contents in a store, under names that no other overlay uses, for as long as anybody holds them. */
export class BlobLayer {
  readonly #storage: Storage;
  readonly #prefix = `overlay-${randomUUID()}`;
  #puts = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Keeps a content that is `path`'s and belongs to the layer from now on. The caller is its first holder. */
  async put(path: string, content: Uint8Array, contentType: string, options?: CallOptions): Promise<Blob> {
    const blob: Blob = { name: `${this.#prefix}/${this.#puts++}`, holders: 1 };
    try {
      await this.#storage.writeFile(blob.name, content, contentType, options);
      return blob;
    } catch (error) {
      this.release(blob);
      throw failure(error, `the overlay could not keep ${JSON.stringify(path)}`, path, options);
    }
  }

  /** The content, or what `read` takes of it by its name in the layer. */
  async read(
    blob: Blob,
    path: string,
    options?: CallOptions,
    read = (name: string) => this.#storage.readFile(name, options),
  ): Promise<Uint8Array> {
    this.hold(blob);
    try {
      return (await read(blob.name)).content;
    } catch (error) {
      throw failure(error, `the overlay could not read ${JSON.stringify(path)} back`, path, options);
    } finally {
      this.release(blob);
    }
  }

  hold(blob: Blob): void {
    blob.holders++;
  }

  release(blob: Blob): void {
    if (--blob.holders > 0) return;
    // A blob that cannot be removed is waste, and no failure of the call that let go of it.
    Promise.resolve(blob.name)
      .then((name) => this.#storage.deleteFile(name))
      .catch(() => undefined);
  }
}

/** The names of blobs mean nothing to a caller, so the layer's own message is only the cause. */
function failure(error: unknown, message: string, path: string, options: CallOptions | undefined): unknown {
  if (options?.signal?.aborted === true) return error;
  const code = VfsError.is(error, "VFS_FILE_TOO_LARGE") ? error.code : "VFS_UNAVAILABLE";
  return new VfsError(code, message, { path, cause: error });
}
