import type { Storage, StorageCapabilities } from "@x/vfs";
import { validatePath } from "@x/vfs";
import type { CapabilityName, CreatedStorage, StorageTraits } from "@x/vfs-conformance";
import { createPlainStorage, type PlainStorage, vfsError } from "./plain-storage.js";

/** A store with one fault, and what has to find it. */
export interface Fault {
  readonly name: string;
  /** The requirement that names the fault. */
  readonly breaks: string;
  /** Other requirements that see it too. */
  readonly also: readonly string[];
  /** The capability that holds the fault: where it is not called, the store is the plain one. Default: anywhere. */
  readonly within?: CapabilityName;
  readonly create: () => CreatedStorage;
  readonly traits: StorageTraits;
}

export type Changes = Partial<Omit<Storage, "capabilities">> & { readonly capabilities?: StorageCapabilities };

export interface FaultOptions {
  readonly has?: readonly CapabilityName[];
  readonly also?: readonly string[];
  readonly traits?: StorageTraits;
  readonly created?: (base: PlainStorage) => Partial<CreatedStorage>;
}

/** A plain store with these changes: whatever they do not mention stays correct. */
export function fault(
  breaks: string,
  name: string,
  change: (base: PlainStorage) => Changes,
  options: FaultOptions = {},
): Fault {
  const { has = [], also = [], traits = {}, created } = options;
  return {
    name,
    breaks,
    also,
    traits,
    create() {
      const base = createPlainStorage(has);
      return { storage: changed(base, change(base)), ...created?.(base) };
    },
  };
}

export function changed(base: PlainStorage, { capabilities, ...methods }: Changes): Storage {
  const { listFiles, readFile, writeFile, deleteFile } = base;
  return {
    listFiles,
    readFile,
    writeFile,
    deleteFile,
    ...methods,
    capabilities: { ...base.capabilities, ...capabilities },
  };
}

/** A fault of one capability, in a store that has it. */
export function capabilityFault<Name extends Exclude<CapabilityName, "readOnly">>(
  capability: Name,
  breaks: string,
  name: string,
  change: (base: PlainStorage) => NonNullable<StorageCapabilities[Name]>,
  options: FaultOptions = {},
): Fault {
  const anywhere = fault(breaks, name, (base) => ({ capabilities: { [capability]: change(base) } }), {
    ...options,
    has: [capability, ...(options.has ?? [])],
  });
  return { ...anywhere, within: capability };
}

export const readOnlyFiles: Readonly<Record<string, string>> = {
  "a.txt": "one",
  "b/c.txt": "two",
  "b/d.txt": "three",
  "e.txt": "four",
  "f.txt": "five",
};

/** A fault of a store that refuses writes and comes filled. */
export function readOnlyFault(
  breaks: string,
  name: string,
  change: (base: PlainStorage) => Changes,
  options: FaultOptions = {},
): Fault {
  return fault(
    breaks,
    name,
    (base) => {
      for (const [path, text] of Object.entries(readOnlyFiles)) base.put(path, Buffer.from(text), "text/plain");
      const { capabilities, ...methods } = change(base);
      return {
        writeFile: async (path) => refuse(path),
        deleteFile: async (path) => refuse(path),
        ...methods,
        capabilities: { readOnly: true, ...capabilities },
      };
    },
    { ...options, traits: { readOnly: { files: readOnlyFiles } } },
  );
}

export function refuse(path: string): never {
  validatePath(path);
  throw vfsError("VFS_READ_ONLY", path, "the store is read-only");
}
