import {
  type CallOptions,
  comparePaths,
  type FileMetadata,
  type Storage,
  type StorageCapabilities,
  VfsError,
  type VfsErrorCode,
  validatePath,
} from "@x/vfs";
import type { CapabilityName } from "@x/vfs-conformance";

export interface PlainFile {
  content: Uint8Array;
  contentType: string;
  updatedAt: Date;
  version: string;
}

export type Medium = Map<string, PlainFile>;

/** A correct store in a few lines, with its insides open, so that a fault can be put in anywhere. */
export interface PlainStorage extends Storage {
  readonly files: Medium;
  readonly every: Required<Omit<StorageCapabilities, "readOnly">>;
  readonly metadata: (path: string) => FileMetadata;
  /** The file, or `VFS_FILE_NOT_FOUND`. */
  readonly existing: (path: string) => PlainFile;
  readonly put: (path: string, content: Uint8Array, contentType: string) => void;
}

export function vfsError(code: VfsErrorCode, path: string, message = "refused"): VfsError {
  return new VfsError(code, message, { path });
}

let writes = 0;

export function createPlainStorage(has: readonly CapabilityName[] = [], files: Medium = new Map()): PlainStorage {
  const check = (path: string, options?: CallOptions) => {
    validatePath(path);
    options?.signal?.throwIfAborted();
  };
  const existing = (path: string): PlainFile => {
    const file = files.get(path);
    if (file === undefined) throw vfsError("VFS_FILE_NOT_FOUND", path, "no such file");
    return file;
  };
  const metadata = (path: string): FileMetadata => {
    const { content, contentType, updatedAt, version } = existing(path);
    return { path, contentType, size: content.length, updatedAt, version };
  };
  const put = (path: string, content: Uint8Array, contentType: string) => {
    files.set(path, { content: content.slice(), contentType, updatedAt: new Date(), version: `v${++writes}` });
  };
  const scopes = new Map<string, Storage>();

  const every: PlainStorage["every"] = {
    search: {
      syntax: "Finds files that contain the text. Example: timeout",
      async query(text, options) {
        options?.signal?.throwIfAborted();
        return [...files]
          .filter(([, file]) => Buffer.from(file.content).includes(Buffer.from(text)))
          .map(([path]) => path)
          .sort(comparePaths);
      },
    },
    scope(name) {
      if (typeof name !== "string" || name === "") throw new TypeError("a name is a non-empty string");
      const scope = scopes.get(name) ?? createPlainStorage(has);
      scopes.set(name, scope);
      return scope;
    },
    async stat(path, options) {
      check(path, options);
      return metadata(path);
    },
    async createFile(path, content, contentType, options) {
      check(path, options);
      if (files.has(path)) throw vfsError("VFS_FILE_EXISTS", path, "a file is there");
      put(path, content, contentType);
    },
    async replaceFile(path, content, contentType, version, options) {
      check(path, options);
      if (files.get(path)?.version !== version) throw vfsError("VFS_VERSION_CONFLICT", path, "another version");
      put(path, content, contentType);
    },
    async moveFile(source, destination, options) {
      validatePath(source);
      check(destination, options);
      const file = existing(source);
      if (source === destination) return;
      if (files.has(destination) && options?.overwrite !== true) throw vfsError("VFS_FILE_EXISTS", destination);
      files.delete(source);
      files.set(destination, { ...file, version: `v${++writes}` });
    },
    async *readFiles(paths, options) {
      for (const path of paths) {
        check(path, options);
        if (files.has(path)) yield { content: existing(path).content, metadata: metadata(path) };
        else yield { path, missing: true };
      }
    },
    async readRange(path, start, length, options) {
      check(path, options);
      for (const number of [start, length]) {
        if (!Number.isInteger(number) || number < 0) throw new TypeError("start and length are integers from 0 on");
      }
      return { content: existing(path).content.slice(start, start + length), metadata: metadata(path) };
    },
    lockTarget: (path) => ({ storage: plain, path }),
  };

  const plain: PlainStorage = {
    files,
    every,
    metadata,
    existing,
    put,
    capabilities: Object.fromEntries(Object.entries(every).filter(([name]) => has.some((wanted) => wanted === name))),
    async listFiles({ prefix = "", signal } = {}) {
      signal?.throwIfAborted();
      return [...files.keys()]
        .filter((path) => path.startsWith(prefix))
        .sort(comparePaths)
        .map(metadata);
    },
    async readFile(path, options) {
      check(path, options);
      return { content: existing(path).content.slice(), metadata: metadata(path) };
    },
    async writeFile(path, content, contentType, options) {
      check(path, options);
      put(path, content, contentType);
    },
    async deleteFile(path, options) {
      check(path, options);
      existing(path);
      files.delete(path);
    },
  };
  return plain;
}
