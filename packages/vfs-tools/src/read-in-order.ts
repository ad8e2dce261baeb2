import { type Storage, type StoredFile, VfsError } from "@x/vfs";
import type { FileAnswer } from "./checked-data.js";
import type { GuardedStorage } from "./guard-storage.js";

const concurrentReads = 16;

/** What reading one file came to: it, the failure, or nothing where it is gone by now. */
export interface ReadAnswer extends FileAnswer {
  readonly error?: VfsError;
}

/**
 * Reads files in the order asked, through `readFiles` where the store has it and otherwise several at once, until `visit`
 * says to stop; resolves to whether it never did. A file that cannot be read is an answer like any other; an abort is
 * not. The bytes are valid only until `visit` is done.
 */
export async function readInOrder(
  storage: GuardedStorage,
  paths: readonly string[],
  signal: AbortSignal,
  visit: (answer: ReadAnswer) => boolean | Promise<boolean>,
): Promise<boolean> {
  let done = 0;
  if (storage.visitFiles !== undefined) {
    try {
      return await storage.visitFiles(paths, { signal }, (answer) => {
        done++;
        return visit(answer);
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!VfsError.is(error)) throw error;
      // Which file it failed at is not known for certain: from here on each is asked for by itself.
    }
  }
  const pending: Promise<ReadAnswer>[] = [];
  let next = done;
  for (; done < paths.length; done++) {
    for (; next < paths.length && pending.length < concurrentReads; next++) {
      pending.push(readOne(storage, paths[next] ?? "", signal));
    }
    const answer = await pending.shift();
    signal.throwIfAborted();
    if (answer !== undefined && !(await visit(answer))) return false;
  }
  return true;
}

/** Never rejects, so that nobody has to wait for it. */
async function readOne(storage: Storage, path: string, signal: AbortSignal): Promise<ReadAnswer> {
  try {
    const { content }: StoredFile = await storage.readFile(path, { signal });
    return { path, content: Buffer.from(content.buffer, content.byteOffset, content.length) };
  } catch (error) {
    if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) return { path };
    return { path, ...(VfsError.is(error) && { error }) };
  }
}
