import type { Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { createNodeStorage } from "@x/vfs-node";
import type { Options, Place } from "./options.js";
import { UsageError } from "./usage-error.js";

/** The store behind all places. A place that cannot be served is a `UsageError`. */
export async function createStorage({ places, gitignore }: Pick<Options, "places" | "gitignore">): Promise<Storage> {
  const stores = await Promise.all(
    places.map(async (place): Promise<[string, Storage]> => [place.name, await open(place, gitignore)]),
  );
  const [only] = stores;
  if (stores.length === 1 && only?.[0] === "") return only[1];
  try {
    return createMountStorage(Object.fromEntries(stores));
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
