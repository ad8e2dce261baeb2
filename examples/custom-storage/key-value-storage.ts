import { type CallOptions, comparePaths, type FileMetadata, type Storage, VfsError, validatePath } from "@x/vfs";
import type { KeyValueClient } from "./key-value-client.js";

/** Files as entries of a key-value service: the path is the key, the metadata are its labels. */
export function createKeyValueStorage(client: KeyValueClient): Storage {
  async function put(path: string, content: Uint8Array, contentType: string, onlyIfAbsent: boolean): Promise<boolean> {
    const labels = { contentType, size: String(content.length), updatedAt: new Date().toISOString() };
    const { stored } = await reach(client.put({ key: path, value: content, labels }, { onlyIfAbsent }), path);
    return stored;
  }

  return {
    capabilities: {
      // The service decides in one step whether the key is free, so this may be offered.
      async createFile(path, content, contentType, options) {
        checkCall(path, options);
        if (await put(path, content, contentType, true)) return;
        throw new VfsError("VFS_FILE_EXISTS", `a file already exists at ${JSON.stringify(path)}`, { path });
      },
    },

    async listFiles({ prefix = "", signal } = {}) {
      const files: FileMetadata[] = [];
      let cursor: string | undefined;
      do {
        signal?.throwIfAborted();
        const page = await reach(client.list({ prefix, cursor }));
        files.push(...page.entries.map(({ key, labels }) => metadataOf(key, labels)));
        cursor = page.cursor;
      } while (cursor !== undefined);
      // The service has an order of its own.
      return files.sort((a, b) => comparePaths(a.path, b.path));
    },

    async readFile(path, options) {
      checkCall(path, options);
      const entry = await reach(client.get(path), path);
      if (entry === undefined) throw notFound(path);
      return { content: entry.value, metadata: metadataOf(path, entry.labels) };
    },

    async writeFile(path, content, contentType, options) {
      checkCall(path, options);
      await put(path, content, contentType, false);
    },

    async deleteFile(path, options) {
      checkCall(path, options);
      const { deleted } = await reach(client.delete(path), path);
      if (!deleted) throw notFound(path);
    },
  };
}

/** What every method does first: the path, then the signal. */
function checkCall(path: string, options: CallOptions | undefined): void {
  validatePath(path);
  options?.signal?.throwIfAborted();
}

function notFound(path: string): VfsError {
  return new VfsError("VFS_FILE_NOT_FOUND", `no file at ${JSON.stringify(path)}`, { path });
}

function metadataOf(path: string, labels: Record<string, string>): FileMetadata {
  const { contentType = "", size, updatedAt = "" } = labels;
  return { path, contentType, size: Number(size), updatedAt: new Date(updatedAt) };
}

/** A failure of the service, without what its message tells of hosts and ports: that stays in the cause. */
async function reach<T>(request: Promise<T>, path?: string): Promise<T> {
  try {
    return await request;
  } catch (cause) {
    throw new VfsError("VFS_UNAVAILABLE", "the key-value service cannot be reached", { path, cause });
  }
}
