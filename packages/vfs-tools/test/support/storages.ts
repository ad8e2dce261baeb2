import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentTypeForPath, type Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createNodeStorage } from "@x/vfs-node";
import { afterAll } from "vitest";
import { textBytes } from "./call-tool.js";

export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface StorageKind {
  readonly name: string;
  /** A fresh store with these files. */
  readonly create: (files?: Files) => Promise<Storage>;
}

const folders: string[] = [];

/** The stores that a case is run on: `describe.each(storages)("... on $name", ({ create }) => ...)`. */
export const storages: readonly StorageKind[] = [
  { name: "memory", create: async (files = {}) => createMemoryStorage({ files }) },
  {
    name: "disk",
    create: async (files = {}) => {
      const root = await mkdtemp(join(tmpdir(), "vfs-tools-"));
      folders.push(root);
      const storage = createNodeStorage({ root });
      for (const [path, content] of Object.entries(files)) {
        const bytes = typeof content === "string" ? textBytes(content) : content;
        await storage.writeFile(path, bytes, contentTypeForPath(path));
      }
      return storage;
    },
  },
];

// Each test file that uses a disk removes its own folders: the module is loaded once for each of them.
afterAll(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
