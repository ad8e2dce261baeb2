import type { Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { createNodeStorage } from "@x/vfs-node";
import type { Options, Place } from "./options.js";
import { UsageError } from "./usage-error.js";

/** The store behind all places. A place that cannot be served is a `UsageError`. */
export async function createStorage({ places, gitignore }: Pick<Options, "places" | "gitignore">): Promise<Storage> {
  const table: Record<string, Storage> = {};
  for (const place of places) {
    if (Object.hasOwn(table, place.name)) {
      throw new UsageError(`two places are named "${place.name}": name them apart with --dir NAME=PATH`);
    }
    table[place.name] = await open(place, gitignore);
  }
  const only = table[""];
  if (only !== undefined) return only;
  try {
    return createMountStorage(table);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function open({ directory }: Place, gitignore: boolean): Promise<Storage> {
  if (directory === undefined) return createMemoryStorage();
  const storage = createNodeStorage({ root: directory, gitignore });
  try {
    // Reads no more than the root: a path that cannot be there.
    await storage.capabilities.stat?.(".mcp-files-probe").catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== "VFS_FILE_NOT_FOUND") throw error;
    });
    return storage;
  } catch {
    throw new UsageError(`${directory} is no directory that can be read`);
  }
}
