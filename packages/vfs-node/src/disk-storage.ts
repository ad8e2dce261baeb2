import type { CallOptions, Storage, StorageCapabilities } from "@x/vfs";
import { deleteFile } from "./delete-file.js";
import { type Disk, locate, withChain } from "./disk.js";
import { listFiles } from "./list-files.js";
import { moveFile } from "./move-file.js";
import { statFile } from "./open-file.js";
import { readFiles } from "./read-files.js";
import { readPart } from "./read-part.js";
import { scopeDirectoryName, scopesDirectory } from "./reserved-names.js";
import { guarded } from "./to-vfs-error.js";
import { writeFile } from "./write-file.js";

/** The store of one disk; `lockStore` gives the one that locks are taken on, by paths from the root. */
export function diskStorage(disk: Disk, lockStore?: () => Storage): Storage {
  const capabilities: StorageCapabilities = {
    scope: (name) => scopeOf(disk, lockStore, name),
    stat: async (path, options) => {
      const place = locate(disk, path);
      return disk.pace.run(
        () => guarded(path, "read", () => withChain(disk, (chain) => statFile(disk, chain, place))),
        options?.signal,
      );
    },
    createFile: async (path, content, contentType, options) => {
      const place = locate(disk, path);
      requireString("the content type", contentType);
      return writeFile(disk, place, copyOf(content), true, options?.signal);
    },
    moveFile: async (source, destination, options) => {
      const from = locate(disk, source);
      const to = locate(disk, destination);
      return moveFile(disk, from, to, options?.overwrite ?? false, options?.signal);
    },
    readFiles: (paths, options) => readFiles(disk, paths, options?.signal),
    readRange: async (path, start, length, options) => {
      const place = locate(disk, path);
      requireCount("start", start);
      requireCount("length", length);
      return readPart(disk, place, start, length, options?.signal);
    },
    ...(lockStore && {
      lockTarget: (path: string) => ({ storage: lockStore(), path: [...disk.base, path].join("/") }),
    }),
  };
  return {
    capabilities: Object.freeze(capabilities),
    listFiles: async ({ prefix = "", signal } = {}) => {
      requireString("the prefix", prefix);
      return listFiles(disk, prefix, signal);
    },
    readFile: async (path: string, options?: CallOptions) => {
      const place = locate(disk, path);
      return readPart(disk, place, 0, Infinity, options?.signal);
    },
    writeFile: async (path, content, contentType, options) => {
      const place = locate(disk, path);
      requireString("the content type", contentType);
      return writeFile(disk, place, copyOf(content), false, options?.signal);
    },
    deleteFile: async (path, options) => deleteFile(disk, locate(disk, path), options?.signal),
  };
}

function scopeOf(disk: Disk, lockStore: (() => Storage) | undefined, name: string): Storage {
  if (typeof name !== "string" || name === "") throw new TypeError("the name of a scope must be a non-empty string");
  return diskStorage({ ...disk, base: [...disk.base, scopesDirectory, scopeDirectoryName(name)] }, lockStore);
}

/** The caller may go on to change its bytes as soon as the call has returned. */
function copyOf(content: Uint8Array): Uint8Array {
  if (!(content instanceof Uint8Array)) throw new TypeError("the content of a file must be a Uint8Array");
  return new Uint8Array(content);
}

function requireString(name: string, value: unknown): void {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string`);
}

function requireCount(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 0) throw new TypeError(`${name} must be an integer of at least 0`);
}
