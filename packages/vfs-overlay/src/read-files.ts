import {
  type CallOptions,
  comparePaths,
  type FileMetadata,
  type ListFilesOptions,
  type MissingFile,
  type SearchCapability,
  type StorageCapabilities,
  type StoredFile,
  VfsError,
  validatePath,
} from "@x/vfs";
import { baseFileOf, baseFileSeen, readBaseFile } from "./base-file.js";
import { createPacer } from "./create-pacer.js";
import type { Overlay } from "./overlay.js";
import { fileNotFound } from "./overlay-errors.js";
import type { Entry, LayerFile } from "./overlay-state.js";

const batchLength = 256;

export async function listFiles(overlay: Overlay, options: ListFilesOptions = {}): Promise<FileMetadata[]> {
  const { prefix, signal } = options;
  if (prefix !== undefined && typeof prefix !== "string") throw new TypeError("the prefix must be a string");
  const { result: base, entries } = await whileWatching(overlay, prefix, () => overlay.base.listFiles(options));
  const own: FileMetadata[] = [];
  for (const [path, { current }] of entries) {
    if (current !== undefined) own.push(metadataOf(overlay, path, current));
  }
  own.sort((a, b) => comparePaths(a.path, b.path));

  const pace = createPacer(signal);
  const merged: FileMetadata[] = [];
  let next = 0;
  for (const file of base) {
    if (merged.length % 1024 === 0) await pace();
    if (entries.has(file.path)) continue;
    for (let ours = own[next]; ours !== undefined && comparePaths(ours.path, file.path) < 0; ours = own[++next]) {
      merged.push(ours);
    }
    merged.push(file);
  }
  for (const ours of own.slice(next)) merged.push(ours);
  return merged;
}

export async function readFile(overlay: Overlay, path: string, options?: CallOptions): Promise<StoredFile> {
  const file = await locate(overlay, path, options);
  if (file !== undefined) {
    const content = await overlay.blobs.read(file.blob, path, options);
    return { content, metadata: metadataOf(overlay, path, file) };
  }
  const read = await notingMissing(overlay, path, () => overlay.base.readFile(path, options));
  overlay.state.noteRead(path, () => baseFileOf(read.metadata, read.content));
  return read;
}

/** That nothing was there is remembered like a file. */
async function notingMissing<T>({ state }: Overlay, path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) state.noteRead(path, () => undefined);
    throw error;
  }
}

export function statOver(overlay: Overlay, stat: NonNullable<StorageCapabilities["stat"]>): typeof stat {
  return async (path, options) => {
    const file = await locate(overlay, path, options);
    if (file !== undefined) return metadataOf(overlay, path, file);
    const metadata = await notingMissing(overlay, path, () => stat(path, options));
    const seen = baseFileSeen(metadata);
    if (seen !== undefined) overlay.state.noteRead(path, () => seen);
    return metadata;
  };
}

export function readRangeOver(
  overlay: Overlay,
  readRange: NonNullable<StorageCapabilities["readRange"]>,
  readLayerRange: typeof readRange,
): typeof readRange {
  return async (path, start, length, options) => {
    validatePath(path);
    checkCount(start, "start");
    checkCount(length, "length");
    const file = await locate(overlay, path, options);
    if (file !== undefined) {
      const content = await overlay.blobs.read(file.blob, path, options, (name) =>
        readLayerRange(name, start, length, options),
      );
      return { content, metadata: metadataOf(overlay, path, file) };
    }
    const readBase = () => notingMissing(overlay, path, () => readRange(path, start, length, options));
    const read = await readBase();
    if (overlay.state.read(path) !== undefined) return read;
    const seen = baseFileSeen(read.metadata);
    if (seen !== undefined) {
      overlay.state.noteRead(path, () => seen);
      return read;
    }
    // Only the whole content tells then, and it has to be the older of the two sights: a change between them is one.
    const whole = await readBaseFile(overlay.base, path, options);
    overlay.state.noteRead(path, () => whole);
    return readBase();
  };
}

export function readFilesOver(
  overlay: Overlay,
  readFiles: NonNullable<StorageCapabilities["readFiles"]>,
): typeof readFiles {
  async function* readBatch(paths: readonly string[], options?: CallOptions) {
    const ofBase = paths.filter((path) => overlay.state.entry(path) === undefined);
    const waiting = new Set(ofBase);
    const files = readFiles(ofBase, options)[Symbol.asyncIterator]();
    try {
      for (const path of paths) {
        if (!waiting.has(path)) {
          yield await readOrMissing(overlay, path, options);
          continue;
        }
        const step: IteratorResult<StoredFile | MissingFile, unknown> = await files.next();
        if (step.done === true) throw new VfsError("VFS_UNAVAILABLE", "the base read too few files", { path });
        const file = step.value;
        overlay.state.noteRead(path, () => ("content" in file ? baseFileOf(file.metadata, file.content) : undefined));
        yield file;
      }
    } finally {
      await files.return?.();
    }
  }

  return async function* (paths, options) {
    const pace = createPacer(options?.signal);
    let batch: string[] = [];
    for (const path of paths) {
      batch.push(path);
      if (batch.length < batchLength) continue;
      await pace();
      yield* readBatch(batch, options);
      batch = [];
    }
    await pace();
    yield* readBatch(batch, options);
  };
}

/** Both searches mean the same by a query, and the layer holds the contents of its files under other names. */
export function searchOver(
  overlay: Overlay,
  search: SearchCapability,
  layerSearch: SearchCapability,
): SearchCapability {
  return Object.freeze({
    syntax: search.syntax,
    async query(text: string, options?: CallOptions) {
      const { result, entries } = await whileWatching(overlay, "", () =>
        Promise.all([search.query(text, options), layerSearch.query(text, options)]),
      );
      const [base, layer] = result;
      const names = new Set(layer);
      const paths = base.filter((path) => !entries.has(path));
      for (const [path, { current }] of entries) {
        if (current !== undefined && names.has(current.blob.name)) paths.push(path);
      }
      return paths.sort(comparePaths);
    },
  });
}

async function readOrMissing(
  overlay: Overlay,
  path: string,
  options: CallOptions | undefined,
): Promise<StoredFile | MissingFile> {
  try {
    return await readFile(overlay, path, options);
  } catch (error) {
    if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) return { path, missing: true };
    throw error;
  }
}

/** The file in the layer, or undefined where the base is to be asked. */
async function locate(
  overlay: Overlay,
  path: string,
  options: CallOptions | undefined,
): Promise<LayerFile | undefined> {
  validatePath(path);
  options?.signal?.throwIfAborted();
  const entry = overlay.state.entry(path);
  if (entry !== undefined && entry.current === undefined) throw fileNotFound(path);
  return entry?.current;
}

/**
 * Asks the base, and gives the entries of before and after: a file that a commit moves from the overlay to the base in
 * the meantime may be missing in the base's answer, and must not be missing in the overlay's.
 */
async function whileWatching<T>(
  { state }: Overlay,
  prefix: string | undefined,
  ask: () => Promise<T>,
): Promise<{ result: T; entries: Map<string, Entry> }> {
  const before = state.entries(prefix);
  const { revision } = state;
  const result = await ask();
  if (revision === state.revision) return { result, entries: before };
  return { result, entries: new Map([...before, ...state.entries(prefix)]) };
}

function metadataOf({ versioned }: Overlay, path: string, file: LayerFile): FileMetadata {
  const { contentType, size, updatedAt, version } = file;
  return {
    path,
    contentType,
    size,
    ...(updatedAt && { updatedAt: new Date(updatedAt) }),
    ...(versioned && { version }),
  };
}

function checkCount(value: unknown, name: string): void {
  if (!Number.isInteger(value) || (value as number) < 0) {
    throw new TypeError(`${name} must be an integer of at least 0`);
  }
}
