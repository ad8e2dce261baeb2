import { type FileMetadata, readOnly, type Storage, VfsError } from "@x/vfs";

export const bytes = (text: string) => new TextEncoder().encode(text);

export const write = (storage: Storage, path: string, text: string, contentType = "text/plain") =>
  storage.writeFile(path, bytes(text), contentType);

export async function textOf(storage: Storage, path: string): Promise<string> {
  return new TextDecoder().decode((await storage.readFile(path)).content);
}

/** Every file with its text, in the order of the listing. */
export async function filesOf(storage: Storage): Promise<[path: string, text: string][]> {
  const files = await storage.listFiles();
  return Promise.all(files.map(async ({ path }): Promise<[string, string]> => [path, await textOf(storage, path)]));
}

/** The same store with its four methods only, and without versions. */
export function bare(storage: Storage): Storage {
  return {
    ...storage,
    capabilities: {},
    listFiles: async (options) => (await storage.listFiles(options)).map(withoutVersion),
    readFile: async (path, options) => {
      const { content, metadata } = await storage.readFile(path, options);
      return { content, metadata: withoutVersion(metadata) };
    },
  };
}

function withoutVersion({ path, contentType, size }: FileMetadata): FileMetadata {
  return { path, contentType, size };
}

export type WriteName = "writeFile" | "createFile" | "replaceFile" | "moveFile" | "deleteFile";

export interface ObservedStorage {
  readonly storage: Storage;
  /** The writes that reached the store, by name and path. */
  readonly writes: [name: WriteName, path: string][];
  /** Called before each write with its number, from 0; what it throws is the write's failure. */
  onWrite: ((index: number, name: WriteName, path: string) => void | Promise<void>) | undefined;
}

/** Tells of every write to a store, and can make it fail. */
export function observe(inner: Storage): ObservedStorage {
  const observed: ObservedStorage = { storage: readOnly(inner), writes: [], onWrite: undefined };
  const watched =
    <T extends unknown[]>(name: WriteName, method: (path: string, ...rest: T) => Promise<void>) =>
    async (path: string, ...rest: T) => {
      const index = observed.writes.push([name, path]) - 1;
      await observed.onWrite?.(index, name, path);
      await method(path, ...rest);
    };
  const { createFile, replaceFile, moveFile } = inner.capabilities;
  const storage: Storage = {
    ...inner,
    capabilities: {
      ...inner.capabilities,
      ...(createFile && { createFile: watched("createFile", createFile) }),
      ...(replaceFile && { replaceFile: watched("replaceFile", replaceFile) }),
      ...(moveFile && { moveFile: watched("moveFile", moveFile) }),
    },
    writeFile: watched("writeFile", inner.writeFile),
    deleteFile: watched("deleteFile", inner.deleteFile),
  };
  return Object.assign(observed, { storage });
}

export async function failureOf(work: Promise<unknown>): Promise<VfsError> {
  try {
    await work;
  } catch (error) {
    if (VfsError.is(error)) return error;
    throw error;
  }
  throw new Error("the call did not fail");
}
