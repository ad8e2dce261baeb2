import { type CallOptions, type Storage, VfsError } from "@x/vfs";
import { type BaseFile, isSameFile, readBaseFile } from "./base-file.js";
import type { Entry } from "./overlay-state.js";

/** How a file of the base stands to what a commit wants of it. */
export type BaseCheck =
  /** As the overlay found it, or already with the wanted bytes: `now` is what a write has to replace. */
  | { readonly outcome: "ready"; readonly now: BaseFile | undefined }
  /** As the commit wants it. */
  | { readonly outcome: "done" }
  /** Something else. */
  | { readonly outcome: "changed" };

/** Reads the content only where a version does not tell. */
export async function checkBase(
  base: Storage,
  path: string,
  { original, current }: Entry,
  options: CallOptions,
): Promise<BaseCheck> {
  const now = await lookUp(base, path, original, options);
  if (now === undefined) {
    if (current === undefined) return { outcome: "done" };
    return original === undefined ? { outcome: "ready", now } : { outcome: "changed" };
  }
  if (original !== undefined && isSameFile(original, now)) return { outcome: "ready", now };
  if (current === undefined || now.hash !== current.hash) return { outcome: "changed" };
  return now.contentType === current.contentType ? { outcome: "done" } : { outcome: "ready", now };
}

async function lookUp(
  base: Storage,
  path: string,
  original: BaseFile | undefined,
  options: CallOptions,
): Promise<BaseFile | undefined> {
  const { capabilities } = base;
  if (capabilities.stat !== undefined && (original === undefined || original.version !== undefined)) {
    try {
      const metadata = await capabilities.stat(path, options);
      if (original !== undefined && original.version === metadata.version) return metadata;
    } catch (error) {
      if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) return undefined;
      throw error;
    }
  }
  return readBaseFile(base, path, options);
}
