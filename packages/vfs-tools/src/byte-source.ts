import { type CallOptions, type FileMetadata, type Storage, VfsError } from "@x/vfs";
import { knownSize } from "./find-file.js";

/** One state of a file, whose bytes can be had piece by piece. */
export interface ByteSource {
  readonly metadata: FileMetadata;
  /** Exactly these bytes, which must lie within the file. */
  read(start: number, length: number): Promise<Uint8Array>;
}

/** The largest file that is read whole, where the store cannot read a part of it. */
export const maximumWholeBytes = 64 * 1024 * 1024;

const attempts = 3;

/**
 * Runs `work` on a file. Where the store has `readRange`, a file of at most `pieceBytes` is read in one call and a
 * larger one in pieces; `work` starts again when the file changed between two of them. One that never rests, like a log,
 * is taken as it is at the last attempt, up to the size that it then had, as long as it does not shrink.
 */
export async function withByteSource<T>(
  storage: Storage,
  path: string,
  pieceBytes: number,
  options: CallOptions,
  work: (source: ByteSource) => Promise<T>,
): Promise<T> {
  const { readRange } = storage.capabilities;
  if (readRange === undefined) return work(await wholeSource(storage, path, options));
  for (let attempt = 1; ; attempt++) {
    const first = await readRange(path, 0, pieceBytes, options);
    const { metadata } = first;
    const seen = { change: false };
    const read = async (start: number, length: number): Promise<Uint8Array> => {
      if (start + length <= first.content.length) return first.content.subarray(start, start + length);
      const piece = await readRange(path, start, length, options);
      const isShort = piece.content.length < length;
      seen.change = isShort || (attempt < attempts && !isSameState(metadata, piece.metadata));
      if (seen.change) throw changedWhileReading(path);
      return piece.content;
    };
    try {
      return await work({ metadata, read });
    } catch (error) {
      if (!seen.change || attempt === attempts) throw error;
    }
  }
}

async function wholeSource(storage: Storage, path: string, options: CallOptions): Promise<ByteSource> {
  const refuseHuge = (size: number) => {
    if (size <= maximumWholeBytes) return;
    const message = `the file has ${size} bytes and this storage can only read it whole, up to ${maximumWholeBytes} bytes`;
    throw new VfsError("VFS_FILE_TOO_LARGE", message, { path });
  };
  refuseHuge((await knownSize(storage, path, options)) ?? 0);
  const { content, metadata } = await storage.readFile(path, options);
  refuseHuge(content.length);
  return { metadata, read: async (start, length) => content.subarray(start, start + length) };
}

function isSameState(a: FileMetadata, b: FileMetadata): boolean {
  return a.version === b.version && a.size === b.size && a.updatedAt?.getTime() === b.updatedAt?.getTime();
}

function changedWhileReading(path: string): VfsError {
  return new VfsError("VFS_UNAVAILABLE", "the file changed again and again while it was read; try again", { path });
}
