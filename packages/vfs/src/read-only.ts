import type { CallOptions, Storage, StorageCapabilities } from "./storage.js";
import { validatePath } from "./validate-path.js";
import { VfsError } from "./vfs-error.js";

/**
 * The same files, without a way to change them: every write is refused with `VFS_READ_ONLY`, after the path check and
 * whether or not the file exists. Keeps every capability that only reads; its scopes are read-only too.
 */
export function readOnly(storage: Storage): Storage {
  const own = storage.capabilities;
  const { search, scope, stat, readFiles, readRange } = own;
  const capabilities: StorageCapabilities = {
    readOnly: true,
    ...(search && { search }),
    ...(scope && { scope: (name: string) => readOnly(scope.call(own, name)) }),
    ...(stat && { stat: stat.bind(own) }),
    ...(readFiles && { readFiles: readFiles.bind(own) }),
    ...(readRange && { readRange: readRange.bind(own) }),
    lockTarget: (path) => ({ storage, path }),
  };
  return {
    capabilities: Object.freeze(capabilities),
    listFiles: (options) => storage.listFiles(options),
    readFile: (path, options) => storage.readFile(path, options),
    writeFile: async (path, _content, _contentType, options) => refuse(path, options),
    deleteFile: async (path, options) => refuse(path, options),
  };
}

function refuse(path: string, options?: CallOptions): never {
  validatePath(path);
  options?.signal?.throwIfAborted();
  throw new VfsError("VFS_READ_ONLY", "the store is read-only", { path });
}
