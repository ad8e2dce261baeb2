import { type Fault, fault, readOnlyFault } from "../fault.js";
import { vfsError } from "../plain-storage.js";

/** Deep enough that only the requirement's own paths are meant. */
export function isDeep(path: unknown): boolean {
  return typeof path === "string" && path.split("/").length > 3;
}

/** CR LF to LF. */
function withoutCarriageReturns(content: Uint8Array): Uint8Array {
  return content.filter((byte, index) => byte !== 13 || content[index + 1] !== 10);
}

export const readingFaults: readonly Fault[] = [
  readOnlyFault("read/exact", "one file has other bytes", (base) => ({
    async readFile(path, options) {
      const { content, metadata } = await base.readFile(path, options);
      return { content: path === "e.txt" ? content.reverse() : content, metadata };
    },
  })),
  fault("read/all-bytes", "a doubled byte 255 is taken for an escape", (base) => ({
    writeFile: (path, content, type, options) =>
      base.writeFile(
        path,
        content instanceof Uint8Array
          ? content.filter((byte, index) => byte !== 255 || content[index + 1] !== 255)
          : content,
        type,
        options,
      ),
  })),
  fault("read/text-untouched", "a byte order mark is dropped", (base) => ({
    async writeFile(path, content, type, options) {
      const marked = content instanceof Uint8Array && content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
      return base.writeFile(path, marked ? content.slice(3) : content, type, options);
    },
  })),
  fault("read/text-untouched", "line endings of text are changed", (base) => ({
    async writeFile(path, content, type, options) {
      const text = content instanceof Uint8Array && type === "text/plain";
      return base.writeFile(path, text ? withoutCarriageReturns(content) : content, type, options);
    },
  })),
  fault("read/empty", "a store of no bytes has no files", (base) => ({
    async readFile(path, options) {
      const file = await base.readFile(path, options);
      if (file.content.length === 0 && base.files.size === 1 && path === "nothing.txt")
        throw vfsError("VFS_FILE_NOT_FOUND", path);
      return file;
    },
  })),
  fault("read/large", "files end after 4 MiB", (base) => ({
    async readFile(path, options) {
      const { content, metadata } = await base.readFile(path, options);
      return { content: content.subarray(0, 4 * 1024 * 1024), metadata };
    },
  })),
  fault("read/missing", "a missing directory is a failure of the medium", (base) => ({
    async readFile(path, options) {
      if (isDeep(path) && !base.files.has(path) && path.startsWith("no/such")) throw vfsError("VFS_UNAVAILABLE", path);
      return base.readFile(path, options);
    },
  })),
  fault("read/no-directories", "reading a directory is a failure of the medium", (base) => ({
    async readFile(path, options) {
      const below = [...base.files.keys()].some((key) => key.startsWith(`${path}/`));
      if (typeof path === "string" && path.includes("/") && below) throw vfsError("VFS_UNAVAILABLE", path);
      return base.readFile(path, options);
    },
  })),
  fault("read/below-a-file", "reading below a file is a failure of the medium", (base) => ({
    async readFile(path, options) {
      if (isDeep(path) && [...base.files.keys()].some((key) => path.startsWith(`${key}/`)))
        throw vfsError("VFS_UNAVAILABLE", path);
      return base.readFile(path, options);
    },
  })),
  fault("read/caller-owns-bytes", "readFile hands out the store's own bytes", (base) => ({
    async readFile(path, options) {
      const { metadata } = await base.readFile(path, options);
      return { content: base.existing(path).content, metadata };
    },
  })),
];
