import { type CallOptions, type FileMetadata, type Storage, VfsError } from "@x/vfs";
import { quoteText } from "./quote-text.js";

/** The metadata of a file, from `stat` where the store has it; `VFS_FILE_NOT_FOUND` when it is missing. */
export async function findFile(storage: Storage, path: string, options: CallOptions): Promise<FileMetadata> {
  const { stat } = storage.capabilities;
  const metadata = stat === undefined ? await listedFile(storage, path, options) : await stat(path, options);
  if (metadata === undefined) throw new VfsError("VFS_FILE_NOT_FOUND", `no file at ${quoteText(path)}`, { path });
  return metadata;
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
