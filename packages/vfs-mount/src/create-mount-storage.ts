import { type Storage, type StorageCapabilities } from "@x/vfs";
import { callMount, callRoute } from "./call-mount.js";
import { capabilityOf } from "./capability-of.js";
import { checkCall } from "./check-call.js";
import { mergeVisible } from "./merge-visible.js";
import { mountCapabilities } from "./mount-capabilities.js";
import { MountTable } from "./mount-table.js";

/**
 * One tree of several stores. Each key is the directory under which the files of its store appear; `""` is the root,
 * which holds every path that lies under no other key. The longest key that a path lies under, by whole segments,
 * counts, and hides what the stores above it have there. A key, and each directory above one, is never a file.
 *
 * Without a root, a path outside every mount is not found when read, and `VFS_PATH_CONFLICT` when written, as is a
 * directory. Files whose path would be too long in the tree are left out. Writes to a store that is read-only are
 * `VFS_READ_ONLY`. Errors name paths of the tree.
 *
 * The capabilities are those that hold for the tree as a whole. `moveFile` is one step within a store; between two it
 * copies, then removes, and where that fails both files remain and the error says so: `VFS_VERSION_CONFLICT` where the
 * source was changed meanwhile.
 *
 * A key that is no valid path, a value that is no store, and no store at all are a `TypeError`.
 */
export function createMountStorage(stores: Readonly<Record<string, Storage>>): Storage {
  const table = new MountTable(stores);

  const capabilities: StorageCapabilities = {
    ...mountCapabilities(table, (name) =>
      createMountStorage(
        Object.fromEntries(
          table.mounts.map(({ base, storage }) => [base.slice(0, -1), capabilityOf(storage, "scope")(name)]),
        ),
      ),
    ),
    lockTarget(path) {
      const route = table.route(path);
      return route === undefined ? { storage, path } : { storage: route.mount.storage, path: route.path };
    },
  };

  const storage: Storage = {
    capabilities: Object.freeze(capabilities),

    async listFiles({ prefix = "", signal } = {}) {
      signal?.throwIfAborted();
      if (typeof prefix !== "string") throw new TypeError("the prefix must be a string");
      const parts = await Promise.all(
        table.withPrefix(prefix).map(async ({ mount, prefix }) => {
          const items = await callMount(mount, async (store) => store.listFiles({ prefix, signal }));
          return { mount, items };
        }),
      );
      return mergeVisible(
        table,
        parts,
        (file) => file.path,
        (file, path) => (file.path === path ? file : { ...file, path }),
        signal,
      );
    },

    async readFile(path, options) {
      checkCall(path, options);
      const { content, metadata } = await callRoute(table.routeToRead(path), async (store, own) =>
        store.readFile(own, options),
      );
      return { content, metadata: { ...metadata, path } };
    },

    async writeFile(path, content, contentType, options) {
      checkCall(path, options);
      await callRoute(table.routeToWrite(path), async (store, own) =>
        store.writeFile(own, content, contentType, options),
      );
    },

    async deleteFile(path, options) {
      checkCall(path, options);
      await callRoute(table.routeToRemove(path), async (store, own) => store.deleteFile(own, options));
    },
  };

  return storage;
}
