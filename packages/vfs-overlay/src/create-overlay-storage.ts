import type { Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { BlobLayer } from "./blob-layer.js";
import { commitChanges } from "./commit-changes.js";
import { diffFile } from "./diff-file.js";
import { discardChanges } from "./discard-changes.js";
import type { Overlay } from "./overlay.js";
import { OverlayState } from "./overlay-state.js";
import type { OverlayCapabilities, OverlayStorage, OverlayStorageOptions } from "./overlay-storage.js";
import { listFiles, readFile, readFilesOver, readRangeOver, searchOver, statOver } from "./read-files.js";
import { createFile, deleteFile, moveFile, replaceFile, writeFile } from "./write-files.js";

/**
 * Copy-on-write over another store: every write goes to a layer of its own, and the base is only read until `commit`.
 * The overlay is writable also where the base is read-only, and then cannot be committed.
 *
 * Always has `createFile` and `moveFile`, which its own bookkeeping does in one step; `scope`, `stat`, `readFiles` and
 * `readRange` where the base has them, `readRange` only if the layer does too; `replaceFile` where the base has it and so
 * gives every file a version; `search` over the default layer where the base takes the same syntax as a memory store.
 * No `lockTarget`: until they are committed its files are its own, and another overlay's are others.
 *
 * A base or layer that is missing or no store, and a read-only layer, is a `TypeError`.
 */
export function createOverlayStorage(options: OverlayStorageOptions): OverlayStorage {
  const { base, layer } = options;
  for (const [name, store] of Object.entries({ base, ...(layer && { layer }) })) {
    const { listFiles, capabilities } = (store as Partial<Storage> | null | undefined) ?? {};
    if (typeof listFiles !== "function" || typeof capabilities !== "object") {
      throw new TypeError(`${name} must be a store`);
    }
  }
  if (layer?.capabilities.readOnly === true) throw new TypeError("the layer must not be read-only");

  const storage = layer ?? createMemoryStorage();
  const blobs = new BlobLayer(storage);
  const state = new OverlayState(blobs);
  const overlay: Overlay = { base, blobs, state, versioned: base.capabilities.replaceFile !== undefined };

  return {
    capabilities: Object.freeze(capabilitiesOf(overlay, storage, layer)),
    listFiles: (listOptions) => listFiles(overlay, listOptions),
    readFile: (path, callOptions) => readFile(overlay, path, callOptions),
    writeFile: (path, content, contentType, callOptions) => writeFile(overlay, path, content, contentType, callOptions),
    deleteFile: (path, callOptions) => deleteFile(overlay, path, callOptions),
    async changes(callOptions) {
      callOptions?.signal?.throwIfAborted();
      return state.changes().map((change) => ({ ...change }));
    },
    diff: (path, callOptions) => diffFile(overlay, path, callOptions),
    commit: (commitOptions) => commitChanges(overlay, commitOptions),
    discard: (discardOptions) => discardChanges(overlay, discardOptions),
    snapshot: async () => state.snapshot(),
    restore: async (snapshot) => state.restore(snapshot),
  };
}

function capabilitiesOf(overlay: Overlay, storage: Storage, layer: Storage | undefined): OverlayCapabilities {
  const [ofBase, ofLayer] = [overlay.base.capabilities, storage.capabilities];
  const { scope, stat, readFiles, readRange, search } = ofBase;
  const { search: layerSearch } = ofLayer;
  const scopes = new Map<string, OverlayStorage>();
  const isSearchable = layer === undefined && search !== undefined && search.syntax === layerSearch?.syntax;
  return {
    ...(isSearchable && { search: searchOver(overlay, search, layerSearch) }),
    ...(scope && {
      scope(name) {
        let scoped = scopes.get(name);
        if (scoped === undefined) {
          scoped = createOverlayStorage({ base: scope.call(ofBase, name), layer });
          scopes.set(name, scoped);
        }
        return scoped;
      },
    }),
    ...(stat && { stat: statOver(overlay, stat.bind(ofBase)) }),
    createFile: (path, content, contentType, options) => createFile(overlay, path, content, contentType, options),
    ...(ofBase.replaceFile && {
      replaceFile: (path, content, contentType, version, options) =>
        replaceFile(overlay, path, content, contentType, version, options),
    }),
    moveFile: (source, destination, options) => moveFile(overlay, source, destination, options),
    ...(readFiles && { readFiles: readFilesOver(overlay, readFiles.bind(ofBase)) }),
    ...(readRange &&
      ofLayer.readRange && {
        readRange: readRangeOver(overlay, readRange.bind(ofBase), ofLayer.readRange.bind(ofLayer)),
      }),
  };
}
