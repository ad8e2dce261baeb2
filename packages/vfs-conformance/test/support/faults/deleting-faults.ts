import { type Fault, fault } from "../fault.js";
import { vfsError } from "../plain-storage.js";
import { isDeep } from "./reading-faults.js";

export const deletingFaults: readonly Fault[] = [
  fault("delete/removes", "a file deep down is not removed", (base) => ({
    async deleteFile(path, options) {
      if (isDeep(path) && base.files.has(path) && path.startsWith("deep/")) return;
      return base.deleteFile(path, options);
    },
  })),
  fault("delete/nothing-else", "a delete takes files whose path goes on", (base) => ({
    async deleteFile(path, options) {
      await base.deleteFile(path, options);
      for (const key of [...base.files.keys()]) if (key.startsWith(`${path}.`)) base.files.delete(key);
    },
  })),
  fault("delete/missing", "deleting what was never there resolves", (base) => ({
    async deleteFile(path, options) {
      if (isDeep(path) && path.startsWith("no/such/") && !base.files.has(path)) return;
      return base.deleteFile(path, options);
    },
  })),
  fault("delete/twice", "deleting again resolves", (base) => {
    const deleted = new Set<string>();
    return {
      async deleteFile(path, options) {
        if (isDeep(path) && deleted.has(path) && !base.files.has(path)) return;
        await base.deleteFile(path, options);
        deleted.add(path);
      },
    };
  }),
  fault("delete/no-directories", "deleting a directory deletes all below", (base) => ({
    async deleteFile(path, options) {
      const below = [...base.files.keys()].filter((key) => key.startsWith(`${path}/`));
      if (typeof path !== "string" || !path.includes("/") || below.length === 0) return base.deleteFile(path, options);
      for (const key of below) base.files.delete(key);
    },
  })),
  fault("delete/frees-the-name", "a directory that is empty again still takes its name", (base) => {
    const directories = new Set<string>();
    return {
      async writeFile(path, content, type, options) {
        if (directories.has(path)) throw vfsError("VFS_PATH_CONFLICT", path);
        await base.writeFile(path, content, type, options);
        const directory = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
        if (directory.includes("/")) directories.add(directory);
      },
    };
  }),
];
