import type { Storage } from "@x/vfs";

/** The store, and the calls of its four methods as texts. */
export function recordCalls(storage: Storage): { readonly storage: Storage; readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    storage: {
      capabilities: {},
      listFiles: (options) => {
        calls.push(`listFiles ${JSON.stringify(options?.prefix ?? "")}`);
        return storage.listFiles(options);
      },
      readFile: (path, options) => {
        calls.push(`readFile ${path}`);
        return storage.readFile(path, options);
      },
      writeFile: (path, content, contentType, options) => {
        calls.push(`writeFile ${path}`);
        return storage.writeFile(path, content, contentType, options);
      },
      deleteFile: (path, options) => {
        calls.push(`deleteFile ${path}`);
        return storage.deleteFile(path, options);
      },
    },
  };
}
