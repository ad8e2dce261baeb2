import { type StoredFile, validatePath } from "@x/vfs";
import { capabilityFault, type Fault, fault } from "../fault.js";
import { vfsError } from "../plain-storage.js";

const notFound = (path: string) => vfsError("VFS_FILE_NOT_FOUND", path, "no such file");

export const pathFaults: readonly Fault[] = [
  fault("paths/read-file", "readFile takes a NUL for a name", (base) => ({
    async readFile(path, options) {
      if (typeof path === "string" && path.includes("\0")) throw notFound(path);
      return base.readFile(path, options);
    },
  })),
  fault("paths/read-file", "readFile takes anything for its text", (base) => ({
    readFile: (path, options) => base.readFile([path].join(), options),
  })),
  fault("paths/write-file", "writeFile drops a trailing slash", (base) => ({
    writeFile: (path, content, type, options) =>
      base.writeFile(typeof path === "string" ? path.replace(/(.)\/$/, "$1") : path, content, type, options),
  })),
  fault("paths/write-file", "writeFile counts characters, not bytes", (base) => ({
    async writeFile(path, content, type, options) {
      if (typeof path === "string" && path.length <= 512 && Buffer.byteLength(path) > 512) return;
      return base.writeFile(path, content, type, options);
    },
  })),
  fault("paths/delete-file", "deleteFile takes an empty segment for a name", (base) => ({
    async deleteFile(path, options) {
      if (typeof path === "string" && path.includes("//")) throw notFound(path);
      return base.deleteFile(path, options);
    },
  })),
  fault(
    "paths/delete-file",
    "deleteFile refuses invalid paths with a plain error",
    (base) => ({
      async deleteFile(path, options) {
        try {
          validatePath(path);
        } catch {
          throw new Error("invalid path");
        }
        return base.deleteFile(path, options);
      },
    }),
    { also: ["paths/first", "errors/tell-the-path"] },
  ),
  capabilityFault("stat", "paths/stat", "stat takes a backslash for a name", (base) => async (path, options) => {
    if (typeof path === "string" && path.includes("\\")) throw notFound(path);
    return base.every.stat(path, options);
  }),
  capabilityFault(
    "createFile",
    "paths/create-file",
    "createFile resolves a . segment",
    (base) => async (path, content, type, options) =>
      base.every.createFile(typeof path === "string" ? path.replace("./a", "a") : path, content, type, options),
  ),
  capabilityFault(
    "replaceFile",
    "paths/replace-file",
    "replaceFile takes paths of any length",
    (base) => async (path, content, type, version, options) => {
      if (typeof path === "string" && path.length > 512) throw vfsError("VFS_VERSION_CONFLICT", path);
      return base.every.replaceFile(path, content, type, version, options);
    },
  ),
  capabilityFault(
    "moveFile",
    "paths/move-file",
    "moveFile looks for the source before it checks the destination",
    (base) => async (source, destination, options) => {
      validatePath(source);
      base.existing(source);
      return base.every.moveFile(source, destination, options);
    },
  ),
  capabilityFault(
    "readFiles",
    "paths/read-files",
    "readFiles calls what is no path a missing file",
    (base) =>
      async function* (paths, options) {
        for (const path of paths) {
          if (typeof path === "string" && path.includes("\\")) yield { path, missing: true };
          else yield* base.every.readFiles([path], options);
        }
      },
  ),
  capabilityFault(
    "readRange",
    "paths/read-range",
    "readRange takes the empty path for a missing file",
    (base) =>
      async (path, start, length, options): Promise<StoredFile> => {
        if (path === "") throw notFound(path);
        return base.every.readRange(path, start, length, options);
      },
  ),
  fault("paths/first", "readFile looks at the signal before the path", (base) => ({
    async readFile(path, options) {
      options?.signal?.throwIfAborted();
      return base.readFile(path, options);
    },
  })),
  fault("paths/first", "writeFile looks at the content before the path", (base) => ({
    async writeFile(path, content, type, options) {
      if (!(content instanceof Uint8Array)) throw new TypeError("content must be a Uint8Array");
      return base.writeFile(path, content, type, options);
    },
  })),
  fault("paths/everything-else-is-a-name", "two dots anywhere are refused", (base) => ({
    async writeFile(path, content, type, options) {
      validatePath(path);
      if (path.includes("..")) throw vfsError("VFS_PATH_INVALID", path);
      return base.writeFile(path, content, type, options);
    },
  })),
  fault("paths/everything-else-is-a-name", "percent signs are decoded", (base) => ({
    async writeFile(path, content, type, options) {
      validatePath(path);
      return base.writeFile(path.replace("%2e%2e", "dots"), content, type, options);
    },
  })),
  fault("paths/everything-else-is-a-name", "hidden files are not listed", (base) => ({
    listFiles: async (options) => (await base.listFiles(options)).filter(({ path }) => !path.startsWith(".")),
  })),
  fault("paths/longest", "paths of more than 255 characters are refused", (base) => ({
    async writeFile(path, content, type, options) {
      validatePath(path);
      if (path.length > 255 && path.length > path.split("/").length * 4) throw vfsError("VFS_PATH_INVALID", path);
      return base.writeFile(path, content, type, options);
    },
  })),
  fault("paths/deepest", "more than 32 segments are refused", (base) => ({
    async writeFile(path, content, type, options) {
      validatePath(path);
      if (path.split("/").length > 32) throw vfsError("VFS_PATH_INVALID", path);
      return base.writeFile(path, content, type, options);
    },
  })),
];
