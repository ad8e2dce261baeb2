import type { CallOptions, Storage, StorageCapabilities } from "@x/vfs";
import {
  checkedFile,
  checkedListing,
  checkedMetadata,
  checkedPaths,
  checkedRange,
  checkedSizes,
  type ListedSize,
} from "./checked-data.js";
import { trustedError } from "./trusted-error.js";
import { type VisitFiles, visitFilesOf } from "./visit-files.js";

/** A store whose every answer can be trusted by the tools, with two shorter ways for those that search. */
export interface GuardedStorage extends Storage {
  /** The listing without all that a search does not look at. */
  listSizes(options: { readonly prefix: string; readonly signal: AbortSignal }): Promise<ListedSize[]>;
  /** Takes the place of `readFiles`; absent where the store has none. */
  readonly visitFiles?: VisitFiles | undefined;
}

/**
 * The same store, whose every answer can be trusted by the tools. Listings are arrays of plain metadata, sorted, without
 * duplicates, without paths that break a rule and only under their prefix; contents are `Uint8Array`. What it throws is
 * a `VfsError` or, once the signal aborted, the signal's reason: anything else that the store threw, or gave, becomes
 * `VFS_UNAVAILABLE` with a fixed text and the original as its cause, since a driver's message may hold hosts, queries
 * or credentials. Capabilities are taken once; absent ones stay absent.
 */
export function guardStorage(storage: Storage): GuardedStorage {
  const { readFiles } = storage.capabilities;
  return {
    capabilities: Object.freeze(guardCapabilities(storage)),
    listSizes: (options) =>
      guard(options, undefined, async () =>
        checkedSizes(await storage.listFiles(options), options.prefix, options.signal),
      ),
    visitFiles: readFiles && visitFilesOf(readFiles.bind(storage.capabilities)),
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
  const { readOnly, search, scope, stat, createFile, replaceFile, moveFile, readRange } = source;
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
    ...(readRange && {
      readRange: (path, start, length, options) =>
        guard(options, path, async () =>
          checkedRange(await readRange.call(source, path, start, length, options), path, start, length),
        ),
    }),
    lockTarget: (path) => ({ storage, path }),
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
