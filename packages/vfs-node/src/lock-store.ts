import type { Storage } from "@x/vfs";
import type { Containment } from "./containment.js";

const tableKey = Symbol.for("@x/vfs-node/lock-stores");

/** By the identity of the root; one table per process, also when several copies of this package are loaded. */
function lockStores(): Map<string, WeakRef<Storage>> {
  const holder = globalThis as { [tableKey]?: Map<string, WeakRef<Storage>> | undefined };
  return (holder[tableKey] ??= new Map<string, WeakRef<Storage>>());
}

/**
 * Gives the store that locks are taken on: the same to all stores of this process that have one root, which is `own` of
 * the first of them. While the root is missing it is `own`: there is no file to lock.
 */
export function createLockStore(containment: Containment, own: Storage): () => Storage {
  // Held for as long as the store that asks, so that the answer stays the same.
  let shared: Storage | undefined;
  return () => {
    if (shared !== undefined) return shared;
    const identity = identityOfRoot(containment);
    if (identity === undefined) return own;
    const stores = lockStores();
    shared = stores.get(identity)?.deref();
    if (shared === undefined) {
      for (const [key, store] of stores) if (store.deref() === undefined) stores.delete(key);
      stores.set(identity, new WeakRef(own));
      shared = own;
    }
    return shared;
  };
}

function identityOfRoot(containment: Containment): string | undefined {
  try {
    return containment.rootIdentity();
  } catch {
    return undefined;
  }
}
