import { type Storage, VfsError } from "@x/vfs";
import { findFile, listedFile } from "./find-file.js";
import { quoteText } from "./quote-text.js";
import { withinLimit } from "./within-limit.js";

export interface Move {
  readonly source: string;
  readonly destination: string;
  readonly overwrite: boolean;
}

/** How long a step may take that goes on although the caller has given up. */
const cleanUpMs = 30_000;

/**
 * Moves a file in a store that cannot rename: writes the destination, then deletes the source. Fails with
 * `VFS_FILE_EXISTS` on an existing destination unless `overwrite`, with nothing changed; when the source cannot be
 * deleted, both files remain and the error says so.
 */
export async function moveByCopy(storage: Storage, move: Move, signal: AbortSignal): Promise<void> {
  const { source, destination, overwrite } = move;
  const { content, metadata } = await storage.readFile(source, { signal });
  const { createFile } = storage.capabilities;
  if (!overwrite && createFile !== undefined) {
    await createFile(destination, content, metadata.contentType, { signal });
  } else {
    if (!overwrite && (await exists(storage, destination, signal))) throw destinationExists(destination);
    await storage.writeFile(destination, content, metadata.contentType, { signal });
  }
  try {
    await cleanUp(storage.deleteFile(source));
  } catch (cause) {
    if (VfsError.is(cause, "VFS_FILE_NOT_FOUND")) return;
    const message = `${quoteText(destination)} was written, but ${quoteText(source)} could not be deleted: both files remain`;
    throw new VfsError(VfsError.is(cause) ? cause.code : "VFS_UNAVAILABLE", message, { path: source, cause });
  }
}

/**
 * Renames a file to another spelling of its path in a store that cannot rename and that may take both for one name: the
 * source is deleted before the destination is written, so a hidden file beside it holds the content meanwhile. When a
 * step fails, or the signal aborts, the source is put back.
 */
export async function moveToOtherSpelling(storage: Storage, move: Move, signal: AbortSignal): Promise<void> {
  const { source, destination, overwrite } = move;
  const existing = await listedFile(storage, destination, { signal });
  if (existing !== undefined && !overwrite) throw destinationExists(destination);
  const { content, metadata } = await storage.readFile(source, { signal });
  const { contentType } = metadata;
  const staging = stagingPath(source);
  let isDeleting = false;
  try {
    await storage.writeFile(staging, content, contentType, { signal });
    isDeleting = true;
    await storage.deleteFile(source, { signal });
    await storage.writeFile(destination, content, contentType, { signal });
  } catch (error) {
    if (isDeleting) await putBack(storage, move, { content, contentType, existed: existing !== undefined, staging });
    else await deleteIfThere(storage, staging).catch(() => undefined);
    throw error;
  }
  try {
    await cleanUp(storage.deleteFile(staging));
  } catch (cause) {
    const message = `${quoteText(source)} was moved, but the copy at ${quoteText(staging)} could not be deleted`;
    throw new VfsError("VFS_UNAVAILABLE", message, { path: staging, cause });
  }
}

interface Staged {
  readonly content: Uint8Array;
  readonly contentType: string;
  /** Whether there was another file at the destination. */
  readonly existed: boolean;
  readonly staging: string;
}

async function putBack(storage: Storage, { source, destination }: Move, staged: Staged): Promise<void> {
  try {
    // An aborted write may have happened: first the destination goes, which may be the source by another name.
    if (!staged.existed) await deleteIfThere(storage, destination);
    await cleanUp(storage.writeFile(source, staged.content, staged.contentType));
    await deleteIfThere(storage, staged.staging);
  } catch (cause) {
    const message = `moving ${quoteText(source)} failed half-way; its content is kept at ${quoteText(staged.staging)}`;
    throw new VfsError("VFS_UNAVAILABLE", message, { path: source, cause });
  }
}

async function deleteIfThere(storage: Storage, path: string): Promise<void> {
  try {
    await cleanUp(storage.deleteFile(path));
  } catch (error) {
    if (!VfsError.is(error, "VFS_FILE_NOT_FOUND")) throw error;
  }
}

/** Without the signal: what was begun is brought to an end also when the caller no longer waits. */
async function cleanUp(step: Promise<void>): Promise<void> {
  await withinLimit(step, cleanUpMs, () => new VfsError("VFS_UNAVAILABLE", "the storage took too long"));
}

export function destinationExists(destination: string): VfsError {
  const message = `${quoteText(destination)} already exists; set overwrite to replace it, or choose another destination`;
  return new VfsError("VFS_FILE_EXISTS", message, { path: destination });
}

async function exists(storage: Storage, path: string, signal: AbortSignal): Promise<boolean> {
  try {
    await findFile(storage, path, { signal });
    return true;
  } catch (error) {
    if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) return false;
    throw error;
  }
}

function stagingPath(source: string): string {
  const directory = source.slice(0, source.lastIndexOf("/") + 1);
  return `${directory}.moving-${crypto.randomUUID().slice(0, 8)}`;
}
