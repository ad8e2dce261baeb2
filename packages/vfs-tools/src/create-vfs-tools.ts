import { guardStorage } from "./guard-storage.js";
import { createPolicy } from "./policy.js";
import type { ToolContext } from "./tool-context.js";
import type { VfsTool } from "./vfs-tool.js";
import { checkOptions, defaultMaximumFileBytes, type VfsToolsOptions } from "./vfs-tools-options.js";

interface Offer {
  readonly create: (context: ToolContext) => VfsTool;
  /** Left out where nothing may be written. */
  readonly writes?: true;
  /** Left out by `disableExtended`. */
  readonly extended?: true;
}

/** In the order of registration. */
const offers: readonly Offer[] = [];

/**
 * The file tools over a store, in the order of `vfsToolNames`: to filter, rename, or take from two stores. `search` is
 * among them where the store offers it, the tools that write unless the store or the options are read-only.
 * Misuse is a `TypeError`.
 */
export function createVfsTools(options: VfsToolsOptions): readonly VfsTool[] {
  checkOptions(options);
  const storage = guardStorage(options.storage);
  const context: ToolContext = {
    storage,
    lockStorage: options.storage,
    policy: createPolicy(options),
    maximumFileBytes: options.maximumFileBytes ?? defaultMaximumFileBytes,
  };
  const mayWrite = !options.readOnly && !storage.capabilities.readOnly;
  return offers
    .filter((offer) => (mayWrite || !offer.writes) && !(options.disableExtended && offer.extended))
    .map((offer) => offer.create(context));
}
