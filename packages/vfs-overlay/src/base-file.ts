import { createHash, hash } from "node:crypto";
import { type CallOptions, type FileMetadata, type Storage, VfsError } from "@x/vfs";

/** What is remembered of a file of the base. */
export interface BaseFile {
  readonly size: number;
  readonly contentType: string;
  readonly updatedAt?: Date | undefined;
  readonly version?: string | undefined;
  /** Of the content; absent where the version was enough to know it by. */
  readonly hash?: string | undefined;
}

const algorithm = "sha256";
/** Two writes within the resolution of a medium's clock give one time: two seconds is the coarsest in use. */
const settledMilliseconds = 2_000;
const pieceBytes = 8 * 1024 * 1024;

export function hashOf(content: Uint8Array): string {
  return hash(algorithm, content, "base64url");
}

/** The file as the base has it now, its hash included, or undefined. Holds a bounded piece of it where the base can. */
export async function readBaseFile(base: Storage, path: string, options?: CallOptions): Promise<BaseFile | undefined> {
  const readRange = base.capabilities.readRange?.bind(base.capabilities);
  try {
    if (readRange === undefined) {
      const { content, metadata } = await base.readFile(path, options);
      return describe(metadata, hashOf(content));
    }
    const first = await readRange(path, 0, pieceBytes, options);
    if (first.content.length < pieceBytes) return describe(first.metadata, hashOf(first.content));
    // A file that changes between two pieces gets a hash that no content has, and so counts as changed.
    const digest = createHash(algorithm);
    let start = 0;
    for (let piece = first.content; piece.length > 0; ) {
      digest.update(piece);
      start += piece.length;
      piece = (await readRange(path, start, pieceBytes, options)).content;
    }
    return describe(first.metadata, digest.digest("base64url"));
  } catch (error) {
    if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) return undefined;
    throw error;
  }
}

/** The same, of a file that was just read. Hashes only where there is no version. */
export function baseFileOf(metadata: FileMetadata, content: Uint8Array): BaseFile {
  return describe(metadata, metadata.version === undefined ? hashOf(content) : undefined);
}

/** The same, of a file of which only metadata was seen; undefined where they do not tell a later content from this. */
export function baseFileSeen(metadata: FileMetadata): BaseFile | undefined {
  const { version, updatedAt } = metadata;
  const age = updatedAt === undefined ? 0 : Date.now() - updatedAt.getTime();
  return version !== undefined || age >= settledMilliseconds ? describe(metadata, undefined) : undefined;
}

/** Whether both are the same content, as far as can be known. */
export function isSameFile(a: BaseFile, b: BaseFile): boolean {
  if (a.version !== undefined && a.version === b.version) return true;
  if (a.hash !== undefined) return a.hash === b.hash;
  if (a.version !== undefined || a.updatedAt === undefined) return false;
  return a.size === b.size && a.updatedAt.getTime() === b.updatedAt?.getTime();
}

function describe({ size, contentType, updatedAt, version }: FileMetadata, contentHash: string | undefined): BaseFile {
  return { size, contentType, updatedAt, version, hash: contentHash };
}
