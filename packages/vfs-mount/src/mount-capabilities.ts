import { type Storage, type StorageCapabilities, validatePath, withPathLock } from "@x/vfs";
import { callRoute } from "./call-mount.js";
import { capabilityOf } from "./capability-of.js";
import { checkCall } from "./check-call.js";
import { createSearch } from "./create-search.js";
import type { MountTable } from "./mount-table.js";
import { moveFile } from "./move-file.js";
import { readFiles } from "./read-files.js";

/**
 * What the tree can do beyond the four methods. To read in some way, every store must be able to; to write in some way,
 * every store that can be written to; to search, any. `scopeOf` is the same tree over the scopes of that name.
 */
export function mountCapabilities(table: MountTable, scopeOf: (name: string) => Storage): StorageCapabilities {
  const everyStoreHas = (name: keyof StorageCapabilities) =>
    table.mounts.every(({ storage }) => storage.capabilities[name] !== undefined);
  const writers = table.mounts.filter(({ storage }) => storage.capabilities.readOnly !== true);
  const everyWriterHas = (name: keyof StorageCapabilities) =>
    writers.length > 0 && writers.every(({ storage }) => storage.capabilities[name] !== undefined);
  // Between two stores, createFile is what keeps a move from replacing a file.
  const canMove = everyWriterHas("moveFile") && (writers.length === 1 || everyWriterHas("createFile"));
  const search = createSearch(table);
  const forwarded = forwardingCapabilities(table);

  return {
    ...(table.isReadOnly && { readOnly: true }),
    ...(search && { search }),
    ...(everyStoreHas("scope") && { scope: scopeOf }),
    ...(everyStoreHas("stat") && { stat: forwarded.stat }),
    ...(everyWriterHas("createFile") && { createFile: forwarded.createFile }),
    ...(everyWriterHas("replaceFile") && { replaceFile: forwarded.replaceFile }),
    ...(canMove && { moveFile: forwarded.moveFile }),
    ...(everyStoreHas("readFiles") && { readFiles: forwarded.readFiles }),
    ...(everyStoreHas("readRange") && { readRange: forwarded.readRange }),
  };
}

function forwardingCapabilities(table: MountTable) {
  // Callers lock the files themselves, so moves are ordered among each other by locks on a store of their own.
  const moves = { capabilities: {} } as Storage;

  return {
    stat: async (path, options) => {
      checkCall(path, options);
      const metadata = await callRoute(table.routeToRead(path), async (storage, own) =>
        capabilityOf(storage, "stat")(own, options),
      );
      return { ...metadata, path };
    },

    createFile: async (path, content, contentType, options) => {
      checkCall(path, options);
      await callRoute(table.routeToWrite(path), async (storage, own) =>
        capabilityOf(storage, "createFile")(own, content, contentType, options),
      );
    },

    replaceFile: async (path, content, contentType, version, options) => {
      checkCall(path, options);
      await callRoute(table.routeToWrite(path), async (storage, own) =>
        capabilityOf(storage, "replaceFile")(own, content, contentType, version, options),
      );
    },

    moveFile: async (source, destination, options = {}) => {
      validatePath(source);
      checkCall(destination, options);
      const [from, to] = [table.routeToRemove(source), table.routeToWrite(destination)];
      await withPathLock(moves, [source, destination], () => moveFile(from, to, options));
    },

    readFiles: (paths, options) => readFiles(table, paths, options),

    readRange: async (path, start, length, options) => {
      checkCall(path, options);
      const { content, metadata } = await callRoute(table.routeToRead(path), async (storage, own) =>
        capabilityOf(storage, "readRange")(own, start, length, options),
      );
      return { content, metadata: { ...metadata, path } };
    },
  } satisfies StorageCapabilities;
}
