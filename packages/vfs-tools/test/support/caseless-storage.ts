import type { Storage } from "@x/vfs";
import { plainStorage } from "./plain-storage.js";
import type { Files } from "./storages.js";

/** A store of the four methods to which two spellings of a path are one name: a file keeps the first until it is deleted. */
export function caselessStorage(files: Files = {}): Storage {
  const inner = plainStorage(files);
  const fold = (path: string) => path.normalize("NFC").toUpperCase();
  const known = async (path: string) => {
    const listed = await inner.listFiles();
    return listed.find((file) => fold(file.path) === fold(path))?.path ?? path;
  };
  return {
    capabilities: {},
    listFiles: (options) => inner.listFiles(options),
    readFile: async (path) => inner.readFile(await known(path)),
    writeFile: async (path, content, contentType) => inner.writeFile(await known(path), content, contentType),
    deleteFile: async (path) => inner.deleteFile(await known(path)),
  };
}
