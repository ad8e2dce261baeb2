import {
  type CallOptions,
  contentTypeForPath,
  type FileMetadata,
  type MissingFile,
  type Storage,
  type StorageCapabilities,
  type StoredFile,
  VfsError,
  validatePath,
} from "@x/vfs";
import { createPacer } from "./create-pacer.js";
import { createTextMatcher } from "./create-text-matcher.js";
import { iterateInSlices } from "./iterate-in-slices.js";
import type { MemoryFile } from "./memory-file.js";
import { SortedFiles } from "./sorted-files.js";

export interface MemoryStorageOptions {
  /** Files to begin with: path to text or bytes. Content types are those of the extensions. Default: none. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
  /** The clock that `updatedAt` is read from. Default: the system's. */
  readonly now?: (() => Date) | undefined;
}

/**
 * A store that lives as long as the object. Every write is one step, so it has every capability. The names of scopes and
 * files are compared as they are: upper and lower case, and NFC and NFD forms, differ; `a` and `a/b` may both exist.
 *
 * A path in `files` that is not valid throws `VFS_PATH_INVALID`; a value that is no text and no bytes, a `TypeError`.
 */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  const { files: initialFiles = {}, now = () => new Date() } = options;
  const files = new SortedFiles();
  const scopes = new Map<string, Storage>();
  // Random, so that a version is never mistaken for one of another store or of an earlier process.
  const versionPrefix = crypto.randomUUID();
  let writes = 0;

  function put(path: string, content: Uint8Array, contentType: string): void {
    const updatedAt = now().getTime();
    const version = `${versionPrefix}.${++writes}`;
    const written = { content: new Uint8Array(content), contentType, updatedAt, version };
    const file = files.get(path);
    if (file === undefined) files.add({ path, ...written });
    else Object.assign(file, written);
  }

  function existing(path: string): MemoryFile {
    const file = files.get(path);
    if (file === undefined) {
      throw new VfsError("VFS_FILE_NOT_FOUND", `no file at ${JSON.stringify(path)}`, { path });
    }
    return file;
  }

  function refuseExisting(path: string): void {
    if (files.get(path) === undefined) return;
    throw new VfsError("VFS_FILE_EXISTS", `a file already exists at ${JSON.stringify(path)}`, { path });
  }

  /** Gives one file after the other. */
  function reader(): (path: string) => StoredFile | MissingFile {
    const find = files.finder();
    return (path) => {
      const file = find(path);
      if (file !== undefined) return { content: file.content, metadata: metadataOf(file) };
      // A path that has a file was checked when it was written.
      validatePath(path);
      return { path, missing: true };
    };
  }

  const capabilities: StorageCapabilities = {
    search: Object.freeze({
      syntax:
        "Finds files whose content contains the query as it stands, in upper or lower case; " +
        "an empty query finds every file. Example: error: timed out",
      async query(text: string, { signal }: CallOptions = {}) {
        signal?.throwIfAborted();
        if (typeof text !== "string") throw new TypeError("the query must be a string");
        const matches = createTextMatcher(text, createPacer(signal));
        const paths: string[] = [];
        for (const { path, content } of files.startingWith("")) {
          if (await matches(content)) paths.push(path);
        }
        return paths;
      },
    }),

    scope(name) {
      if (typeof name !== "string" || name === "") throw new TypeError("a scope's name must be a non-empty string");
      let scope = scopes.get(name);
      if (scope === undefined) {
        scope = createMemoryStorage({ now });
        scopes.set(name, scope);
      }
      return scope;
    },

    async stat(path, options) {
      checkCall(path, options?.signal);
      return metadataOf(existing(path));
    },

    async createFile(path, content, contentType, options) {
      checkCall(path, options?.signal);
      checkContent(content, contentType);
      refuseExisting(path);
      put(path, content, contentType);
    },

    async replaceFile(path, content, contentType, version, options) {
      checkCall(path, options?.signal);
      checkContent(content, contentType);
      if (typeof version !== "string") throw new TypeError("the version must be a string");
      if (files.get(path)?.version !== version) {
        const message = `the file at ${JSON.stringify(path)} is no longer the version that was read; read it again`;
        throw new VfsError("VFS_VERSION_CONFLICT", message, { path });
      }
      put(path, content, contentType);
    },

    async moveFile(source, destination, { overwrite = false, signal } = {}) {
      validatePath(source);
      checkCall(destination, signal);
      const file = existing(source);
      if (source === destination) return;
      if (!overwrite) refuseExisting(destination);
      files.delete(source);
      files.delete(destination);
      files.add({ ...file, path: destination });
    },

    readFiles: (paths, options) => iterateInSlices(paths, reader(), options?.signal),

    async readRange(path, start, length, options) {
      checkCall(path, options?.signal);
      checkCount(start, "start");
      checkCount(length, "length");
      const file = existing(path);
      return { content: file.content.slice(start, start + length), metadata: metadataOf(file) };
    },
  };

  for (const [path, content] of Object.entries(initialFiles)) {
    validatePath(path);
    const contentType = contentTypeForPath(path);
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    checkContent(bytes, contentType);
    put(path, bytes, contentType);
  }

  return {
    capabilities: Object.freeze(capabilities),

    async listFiles({ prefix = "", signal } = {}) {
      signal?.throwIfAborted();
      const pace = createPacer(signal);
      const listed: FileMetadata[] = [];
      for (const file of files.startingWith(prefix)) {
        listed.push(metadataOf(file));
        // A step is so short that the clock costs more.
        if (listed.length % 1024 === 0) await pace();
      }
      return listed;
    },

    async readFile(path, options) {
      checkCall(path, options?.signal);
      const file = existing(path);
      return { content: file.content.slice(), metadata: metadataOf(file) };
    },

    async writeFile(path, content, contentType, options) {
      checkCall(path, options?.signal);
      checkContent(content, contentType);
      put(path, content, contentType);
    },

    async deleteFile(path, options) {
      checkCall(path, options?.signal);
      existing(path);
      files.delete(path);
    },
  };
}

function metadataOf({ path, contentType, content, updatedAt, version }: MemoryFile): FileMetadata {
  return { path, contentType, size: content.length, updatedAt: new Date(updatedAt), version };
}

function checkCall(path: string, signal: AbortSignal | undefined): void {
  validatePath(path);
  signal?.throwIfAborted();
}

function checkContent(content: unknown, contentType: unknown): void {
  // By its tag, because code in another realm has another Uint8Array.
  if (!ArrayBuffer.isView(content) || Object.prototype.toString.call(content) !== "[object Uint8Array]") {
    throw new TypeError("the content must be a Uint8Array");
  }
  if (typeof contentType !== "string") throw new TypeError("the content type must be a string");
}

function checkCount(value: unknown, name: string): void {
  if (!Number.isInteger(value) || (value as number) < 0) {
    throw new TypeError(`${name} must be an integer of at least 0`);
  }
}
