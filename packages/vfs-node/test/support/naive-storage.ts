import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Storage, type StorageCapabilities, VfsError } from "@x/vfs";

/** A store as it is often written: it checks every name on the way for links, and then uses the path. */
export function naiveStorage(root: string): Storage {
  const check = async (path: string): Promise<string> => {
    const segments = path.split("/");
    for (let count = 1; count <= segments.length; count++) {
      const stats = await lstat(join(root, ...segments.slice(0, count))).catch(() => undefined);
      if (stats?.isSymbolicLink() === true) throw new VfsError("VFS_FILE_NOT_FOUND", "a link");
    }
    return join(root, path);
  };
  const metadata = (path: string, size: number) => ({ path, size, contentType: "text/plain" });
  const capabilities: StorageCapabilities = {
    moveFile: async (source, destination) => rename(await check(source), await check(destination)),
  };
  return {
    capabilities,
    listFiles: async (options) => {
      const prefix = options?.prefix ?? "";
      const names = await readdir(await check(prefix.slice(0, -1)));
      return names.map((name) => metadata(prefix + name, 0));
    },
    readFile: async (path) => {
      const content = await readFile(await check(path));
      return { content, metadata: metadata(path, content.length) };
    },
    writeFile: async (path, content) => {
      const target = await check(path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
    },
    deleteFile: async (path) => rm(await check(path)),
  };
}
