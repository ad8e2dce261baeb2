import {
  type CallOptions,
  type FileMetadata,
  type MissingFile,
  type Storage,
  type StorageCapabilities,
  type StoredFile,
  VfsError,
} from "@x/vfs";
import { checkedFile, checkedListing, checkedMetadata, checkedPaths, checkedRange, property } from "./checked-data.js";

/**
 * The same store, whose every answer can be trusted by the tools. Listings are arrays of plain metadata, sorted, without
 * duplicates, without paths that break a rule and only under their prefix; contents are `Uint8Array`. What it throws is
 * a `VfsError` or, once the signal aborted, the signal's reason: anything else that the store threw, or gave, becomes
 * `VFS_UNAVAILABLE` with a fixed text and the original as its cause, since a driver's message may hold hosts, queries
 * or credentials. Capabilities are taken once; absent ones stay absent.
 */
export function guardStorage(storage: Storage): Storage {
  return {
    capabilities: Object.freeze(guardCapabilities(storage)),
    listFiles: (options) =>
      guard(options, undefined, async () =>
        checkedListing(await storage.listFiles(options), options?.prefix ?? "", options?.signal),
      ),
    readFile: (path, options) =>
      guard(options, path, async () => checkedFile(await storage.readFile(path, options), path)),
    writeFile: (path, content, contentType, options) =>
      guard(options, path, async () => {
        await storage.writeFile(path, content, contentType, options);
      }),
    deleteFile: (path, options) =>
      guard(options, path, async () => {
        await storage.deleteFile(path, options);
      }),
  };
}

function guardCapabilities(storage: Storage): StorageCapabilities {
  const source = storage.capabilities;
  const { readOnly, search, scope, stat, createFile, replaceFile, moveFile, readFiles, readRange } = source;
  return {
    ...(readOnly && { readOnly }),
    ...(search && {
      search: {
        syntax: search.syntax,
        query: (text, options) =>
          guard(options, undefined, async () => checkedPaths(await search.query(text, options), options?.signal)),
      },
    }),
    ...(scope && { scope: (name) => guardStorage(scope.call(source, name)) }),
    ...(stat && {
      stat: (path, options) =>
        guard(options, path, async () => checkedMetadata(await stat.call(source, path, options), path)),
    }),
    ...(createFile && {
      createFile: (path, content, contentType, options) =>
        guard(options, path, async () => {
          await createFile.call(source, path, content, contentType, options);
        }),
    }),
    ...(replaceFile && {
      replaceFile: (path, content, contentType, version, options) =>
        guard(options, path, async () => {
          await replaceFile.call(source, path, content, contentType, version, options);
        }),
    }),
    ...(moveFile && {
      moveFile: (from, to, options) =>
        guard(options, from, async () => {
          await moveFile.call(source, from, to, options);
        }),
    }),
    ...(readFiles && {
      readFiles: (paths, options) => guardedFiles(readFiles.bind(source), [...paths], options),
    }),
    ...(readRange && {
      readRange: (path, start, length, options) =>
        guard(options, path, async () =>
          checkedRange(await readRange.call(source, path, start, length, options), path, start, length),
        ),
    }),
    lockTarget: (path) => ({ storage, path }),
  };
}

/** Yields exactly one answer for each path, in the order asked, or fails. */
async function* guardedFiles(
  readFiles: NonNullable<StorageCapabilities["readFiles"]>,
  paths: readonly string[],
  options: CallOptions | undefined,
): AsyncGenerator<StoredFile | MissingFile> {
  const given: { iterator?: AsyncIterator<unknown>; isExhausted: boolean } = { isExhausted: false };
  try {
    for (const path of paths) {
      // Without `guard`: its closure and promises for each file would be much of the time of a search.
      let answer: StoredFile | MissingFile;
      try {
        // A store whose method is async by mistake gives a promise, whose rejection nobody else would see.
        given.iterator ??= (await Promise.resolve(readFiles(paths, options)))[Symbol.asyncIterator]();
        const step = await given.iterator.next();
        given.isExhausted = step.done === true;
        if (given.isExhausted) throw new Error("fewer files than were asked for");
        answer = checkedAnswer(step.value, path);
      } catch (cause) {
        throw trustedError(cause, options, path);
      }
      yield answer;
    }
  } finally {
    if (!given.isExhausted) await given.iterator?.return?.().catch(() => undefined);
  }
}

function checkedAnswer(given: unknown, path: string): StoredFile | MissingFile {
  const missing = property(given, "missing") === true;
  const answered: unknown = missing ? property(given, "path") : (property(given, "metadata") as FileMetadata).path;
  if (answered !== path) throw new Error("files in another order than asked");
  return missing ? { path, missing } : checkedFile(given, path);
}

async function guard<T>(
  options: CallOptions | undefined,
  path: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw trustedError(cause, options, path);
  }
}

/** What the tools may see of a failure. Throws the signal's reason once that aborted. */
function trustedError(cause: unknown, options: CallOptions | undefined, path: string | undefined): VfsError {
  if (isVfsError(cause)) return cause;
  options?.signal?.throwIfAborted();
  return new VfsError(
    "VFS_UNAVAILABLE",
    "the storage failed; try again, and if it keeps failing, go on without it",
    path === undefined ? { cause } : { path, cause },
  );
}

/** Looks at a thrown value that may be anything, a proxy or an object whose getters throw among them. */
function isVfsError(thrown: unknown): thrown is VfsError {
  try {
    return VfsError.is(thrown) && typeof thrown.message === "string" && typeof thrown.code === "string";
  } catch {
    return false;
  }
}
