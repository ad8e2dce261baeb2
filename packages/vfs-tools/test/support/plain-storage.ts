import {
  comparePaths,
  contentTypeForPath,
  type Storage,
  type StorageCapabilities,
  VfsError,
  validatePath,
} from "@x/vfs";
import { textBytes } from "./call-tool.js";
import type { Files } from "./storages.js";

/** The four methods and nothing else, unless `capabilities` says more: what a first store of one's own looks like. */
export function plainStorage(initial: Files = {}, capabilities: StorageCapabilities = {}): Storage {
  const files = new Map<string, { content: Uint8Array; contentType: string }>();
  for (const [path, text] of Object.entries(initial)) {
    files.set(path, {
      content: typeof text === "string" ? textBytes(text) : text,
      contentType: contentTypeForPath(path),
    });
  }
  const find = (path: string) => {
    validatePath(path);
    const file = files.get(path);
    if (file === undefined) throw new VfsError("VFS_FILE_NOT_FOUND", "no such file", { path });
    return file;
  };
  const metadata = (path: string) => {
    const { content, contentType } = find(path);
    return { path, contentType, size: content.length };
  };
  return {
    capabilities,
    listFiles: async ({ prefix = "" } = {}) =>
      [...files.keys()]
        .filter((path) => path.startsWith(prefix))
        .sort(comparePaths)
        .map(metadata),
    readFile: async (path) => ({ content: find(path).content.slice(), metadata: metadata(path) }),
    writeFile: async (path, content, contentType) => {
      validatePath(path);
      files.set(path, { content: content.slice(), contentType });
    },
    deleteFile: async (path) => {
      find(path);
      files.delete(path);
    },
  };
}
