import { comparePaths } from "@x/vfs";
import { capabilityFault, type Fault, fault } from "../fault.js";
import { vfsError } from "../plain-storage.js";
import { isDeep } from "./reading-faults.js";

const readFilesFaults: readonly Fault[] = [
  capabilityFault(
    "readFiles",
    "read-files/contents",
    "readFiles tells no content type",
    (base) =>
      async function* (paths, options) {
        for await (const file of base.every.readFiles(paths, options)) {
          yield "missing" in file ? file : { ...file, metadata: { ...file.metadata, contentType: "" } };
        }
      },
  ),
  capabilityFault("readFiles", "read-files/order", "readFiles gives a file once", (base) => (paths, options) => {
    const seen = new Set<string>();
    const once = [...paths].filter((path) => {
      const again = seen.has(path) && base.files.has(path);
      seen.add(path);
      return !again;
    });
    return base.every.readFiles(once, options);
  }),
  capabilityFault(
    "readFiles",
    "read-files/order",
    "readFiles gives the files sorted",
    (base) => (paths, options) => {
      const asked = [...paths];
      const sorted = asked.every((path) => base.files.has(path)) ? asked.sort(comparePaths) : asked;
      return base.every.readFiles(sorted, options);
    },
    { also: ["read-files/many"] },
  ),
  capabilityFault(
    "readFiles",
    "read-files/missing",
    "readFiles leaves out what is missing",
    (base) =>
      async function* (paths, options) {
        for await (const file of base.every.readFiles(paths, options)) if (!("missing" in file)) yield file;
      },
  ),
  capabilityFault("readFiles", "read-files/none", "no paths are all paths", (base) => (paths, options) => {
    const asked = [...paths];
    if (asked.length === 0) base.put("any.txt", new Uint8Array(), "text/plain");
    return base.every.readFiles(asked.length === 0 ? base.files.keys() : asked, options);
  }),
  capabilityFault(
    "readFiles",
    "read-files/many",
    "readFiles ends after 256 files",
    (base) => (paths, options) => base.every.readFiles([...paths].slice(0, 256), options),
  ),
  fault(
    "read-files/leaving-early",
    "a consumer that leaves early leaves the store locked",
    (base) => {
      let locked = false;
      return {
        async writeFile(path, content, type, options) {
          if (locked) throw vfsError("VFS_UNAVAILABLE", path, "locked");
          return base.writeFile(path, content, type, options);
        },
        capabilities: {
          readFiles: async function* (paths, options) {
            let left = true;
            try {
              yield* base.every.readFiles(paths, options);
              left = false;
            } catch (error) {
              left = false;
              throw error;
            } finally {
              locked = left;
            }
          },
        },
      };
    },
    { has: ["readFiles"] },
  ),
  capabilityFault(
    "readFiles",
    "read-files/abort",
    "readFiles looks at its signal only after the first file",
    (base) =>
      async function* (paths, options) {
        for (const path of paths) {
          yield* base.every.readFiles([path]);
          if (base.files.size > 10) options?.signal?.throwIfAborted();
        }
      },
  ),
  capabilityFault(
    "readFiles",
    "read-files/abort-between-steps",
    "readFiles looks at its signal only at first",
    (base) =>
      async function* (paths, options) {
        for (const path of paths) {
          yield* base.every.readFiles(
            [path],
            options?.signal?.aborted === true && base.files.size < 100 ? options : {},
          );
        }
      },
  ),
];

const readRangeFaults: readonly Fault[] = [
  capabilityFault(
    "readRange",
    "read-range/bytes",
    "one byte is never enough",
    (base) => (path, start, length, options) =>
      base.every.readRange(path, start, length === 1 && start < 1 ? 2 : length, options),
  ),
  capabilityFault(
    "readRange",
    "read-range/end",
    "a start past the end is refused",
    (base) => async (path, start, length, options) => {
      if (Number.isInteger(start) && start > (base.files.get(path)?.content.length ?? start) + 50)
        throw vfsError("VFS_UNAVAILABLE", path);
      return base.every.readRange(path, start, length, options);
    },
  ),
  capabilityFault(
    "readRange",
    "read-range/large",
    "a start beyond 1 MiB wraps around",
    (base) => (path, start, length, options) =>
      base.every.readRange(path, start > 0x10_0000 && start < 2 ** 30 ? start & 0xf_ffff : start, length, options),
  ),
  capabilityFault(
    "readRange",
    "read-range/metadata",
    "the size is that of the range",
    (base) => async (path, start, length, options) => {
      const { content, metadata } = await base.every.readRange(path, start, length, options);
      return { content, metadata: { ...metadata, size: content.length } };
    },
  ),
  capabilityFault(
    "readRange",
    "read-range/missing",
    "a range of a missing file is empty",
    (base) => async (path, start, length, options) =>
      isDeep(path) && path.startsWith("no/such") && !base.files.has(path)
        ? { content: new Uint8Array(), metadata: { path, contentType: "", size: 0 } }
        : base.every.readRange(path, start, length, options),
  ),
  capabilityFault(
    "readRange",
    "read-range/missing",
    "a range of no bytes is never looked up",
    (base) => async (path, start, length, options) =>
      length === 0 && !base.files.has(path)
        ? { content: new Uint8Array(), metadata: { path, contentType: "", size: 0 } }
        : base.every.readRange(path, start, length, options),
  ),
  capabilityFault(
    "readRange",
    "read-range/numbers",
    "a fraction is rounded",
    (base) => async (path, start, length, options) => base.every.readRange(path, Math.floor(start), length, options),
  ),
  capabilityFault(
    "readRange",
    "read-range/caller-owns-bytes",
    "readRange hands out the store's own bytes",
    (base) => async (path, start, length, options) => {
      const { content, metadata } = await base.every.readRange(path, start, length, options);
      return { content: base.existing(path).content.subarray(start, start + content.length), metadata };
    },
  ),
  capabilityFault(
    "readRange",
    "read-range/abort",
    "readRange ignores its signal",
    (base) => (path, start, length) => base.every.readRange(path, start, length),
  ),
];

export const readManyFaults: readonly Fault[] = [...readFilesFaults, ...readRangeFaults];
