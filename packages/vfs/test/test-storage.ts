import type { FileMetadata, Storage, StorageCapabilities, StoredFile } from "@x/vfs";

/** A store of three empty files with the given capabilities, which notes the calls that it gets. */
export function testStorage(capabilities: StorageCapabilities = {}): Storage & { readonly calls: string[] } {
  const calls: string[] = [];
  const paths = ["a", "b", "c"];
  return {
    capabilities,
    calls,
    async listFiles({ prefix = "" } = {}) {
      calls.push(`listFiles ${prefix}`);
      return paths.filter((path) => path.startsWith(prefix)).map(metadataOf);
    },
    async readFile(path) {
      calls.push(`readFile ${path}`);
      return emptyFile(path);
    },
    async writeFile(path) {
      calls.push(`writeFile ${path}`);
    },
    async deleteFile(path) {
      calls.push(`deleteFile ${path}`);
    },
  };
}

export function metadataOf(path: string): FileMetadata {
  return { path, contentType: "text/plain", size: 0 };
}

export function emptyFile(path: string): StoredFile {
  return { content: new Uint8Array(), metadata: metadataOf(path) };
}
