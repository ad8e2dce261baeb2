import {
  type CallOptions,
  type MissingFile,
  type Storage,
  type StorageCapabilities,
  type StoredFile,
  VfsError,
} from "@x/vfs";
import {
  checkedAnswer,
  checkedFile,
  checkedListing,
  checkedMetadata,
  checkedPaths,
  checkedRange,
} from "./checked-data.js";
import { withinLimit } from "./within-limit.js";

/** How long a store may take to stop reading: what was found is not held back for longer. */
const closingMs = 1_000;

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

/**
 * Yields exactly one answer for each path, in the order asked, or fails. No generator, because the promises that one
 * makes for each file would be much of the time of a search.
 */
function guardedFiles(
  readFiles: NonNullable<StorageCapabilities["readFiles"]>,
  paths: readonly string[],
  options: CallOptions | undefined,
): AsyncIterableIterator<StoredFile | MissingFile> {
  let iterator: AsyncIterator<unknown> | undefined;
  let index = 0;

  async function close(): Promise<void> {
    const open = iterator;
    iterator = undefined;
    index = paths.length;
    try {
      const closing = Promise.resolve(open?.return?.());
      await withinLimit(closing, closingMs, () => new Error("the storage took too long to stop reading"));
    } catch {
      // All that was asked for has been given, or another failure is known already.
    }
  }

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const path = paths[index++];
      if (path === undefined) {
        await close();
        return { done: true, value: undefined };
      }
      try {
        // A store whose method is async by mistake gives a promise, whose rejection nobody else would see.
        iterator ??= (await Promise.resolve(readFiles(paths, options)))[Symbol.asyncIterator]();
        const step = await iterator.next();
        if (step.done !== true) return { done: false, value: checkedAnswer(step.value, path) };
        iterator = undefined;
        throw new Error("fewer files than were asked for");
      } catch (cause) {
        await close();
        throw trustedError(cause, options, path);
      }
    },
    async return() {
      await close();
      return { done: true, value: undefined };
    },
  };
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
export function trustedError(cause: unknown, options: CallOptions | undefined, path: string | undefined): VfsError {
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
