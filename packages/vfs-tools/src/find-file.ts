import { type CallOptions, type FileMetadata, type Storage, VfsError } from "@x/vfs";
import { quoteText } from "./quote-text.js";

/** The metadata of a file, from `stat` where the store has it; `VFS_FILE_NOT_FOUND` when it is missing. */
export async function findFile(storage: Storage, path: string, options: CallOptions): Promise<FileMetadata> {
  const { stat } = storage.capabilities;
  const metadata = stat === undefined ? await listedFile(storage, path, options) : await stat(path, options);
  if (metadata === undefined) throw new VfsError("VFS_FILE_NOT_FOUND", `no file at ${quoteText(path)}`, { path });
  return metadata;
}

/**
 * How large a file is, to be asked before it is loaded; undefined where that is not known: a store without `stat` may
 * open a file by another spelling than it lists. Missing: undefined, or `VFS_FILE_NOT_FOUND`.
 */
export async function knownSize(storage: Storage, path: string, options: CallOptions): Promise<number | undefined> {
  const { stat } = storage.capabilities;
  const metadata = stat === undefined ? await listedFile(storage, path, options) : await stat(path, options);
  return metadata?.size;
}

/** The file that a listing shows in exactly this spelling, also where the store would open it by another. */
export async function listedFile(
  storage: Storage,
  path: string,
  { signal }: CallOptions,
): Promise<FileMetadata | undefined> {
  const listed = await storage.listFiles({ prefix: path, signal });
  return listed.find((file) => file.path === path);
}
