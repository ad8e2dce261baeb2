import { type Storage, type StoredFile, VfsError } from "@x/vfs";

const concurrentReads = 16;

/** What reading one file came to: it, the failure, or nothing where it is gone by now. */
export interface ReadAnswer {
  readonly path: string;
  readonly content?: Uint8Array;
  readonly error?: VfsError;
}

/**
 * Reads files in the order asked, through `readFiles` where the store has it and otherwise several at once. A file that
 * cannot be read is an answer like any other; an abort is not. The bytes are valid until the next step.
 */
export async function* readInOrder(
  storage: Storage,
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<ReadAnswer> {
  let done = 0;
  const { readFiles } = storage.capabilities;
  if (readFiles !== undefined) {
    try {
      for await (const file of readFiles(paths, { signal })) {
        done++;
        yield "missing" in file ? { path: file.path } : { path: file.metadata.path, content: file.content };
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!VfsError.is(error)) throw error;
      // Which file it failed at is not known for certain: from here on each is asked for by itself.
    }
  }
  const pending: Promise<ReadAnswer>[] = [];
  let next = done;
  while (done < paths.length) {
    for (; next < paths.length && pending.length < concurrentReads; next++) {
      pending.push(readOne(storage, paths[next] ?? "", signal));
    }
    const answer = await pending.shift();
    signal.throwIfAborted();
    done++;
    if (answer !== undefined) yield answer;
  }
}

/** Never rejects, so that nobody has to wait for it. */
async function readOne(storage: Storage, path: string, signal: AbortSignal): Promise<ReadAnswer> {
  try {
    const { content }: StoredFile = await storage.readFile(path, { signal });
    return { path, content };
  } catch (error) {
    if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) return { path };
    return { path, ...(VfsError.is(error) && { error }) };
  }
}
