import type { Storage } from "./storage.js";

interface LockTable {
  /** A number for each store, which keeps the keys of `tails` apart without keeping the store alive. */
  readonly ids: WeakMap<Storage, number>;
  nextId: number;
  /** For each file that is locked, the end of the last work in its queue. */
  readonly tails: Map<string, Promise<void>>;
}

/** Nobody wraps so often: a `lockTarget` that makes a new store each time would lead on for ever. */
const maximumWrappers = 1_000;

const tableKey = Symbol.for("@x/vfs/locks");

/** One table per process, also when several copies of this package are loaded. */
function lockTable(): LockTable {
  const holder = globalThis as { [tableKey]?: LockTable | undefined };
  return (holder[tableKey] ??= { ids: new WeakMap(), nextId: 0, tails: new Map() });
}

/**
 * Runs `work` while no other work in this process that was given one of these paths of this store runs, and resolves or
 * rejects as it does. Works start in the order of the calls. Wrappers, scopes and other copies of this package are
 * included, as far as they tell their `lockTarget`. The lock is held until `work` has ended. It is not re-entrant: work
 * that asks for its own path waits for itself. A `TypeError` tells of a chain of more than 1,000 wrappers.
 */
export async function withPathLock<T>(
  storage: Storage,
  paths: readonly string[],
  work: () => T | PromiseLike<T>,
): Promise<T> {
  const table = lockTable();
  const keys = [...new Set(paths.map((path) => keyOf(table, storage, path)))];
  // Every queue is joined in this one synchronous step, so two works that share several paths meet in the same order
  // in each of them and cannot wait for each other.
  const before = keys.map((key) => table.tails.get(key) ?? Promise.resolve());
  let release!: () => void;
  const tail = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const key of keys) table.tails.set(key, tail);
  try {
    await Promise.all(before);
    return await work();
  } finally {
    for (const key of keys) {
      if (table.tails.get(key) === tail) table.tails.delete(key);
    }
    release();
  }
}

function keyOf(table: LockTable, storage: Storage, path: string): string {
  let target = { storage, path };
  // A chain of wrappers that leads back to itself ends here.
  const seen = new Set<Storage>();
  while (target.storage.capabilities.lockTarget !== undefined && !seen.has(target.storage)) {
    if (seen.size === maximumWrappers) throw new TypeError(`lockTarget leads on past ${maximumWrappers} stores`);
    seen.add(target.storage);
    target = target.storage.capabilities.lockTarget(target.path);
  }
  let id = table.ids.get(target.storage);
  if (id === undefined) {
    id = table.nextId++;
    table.ids.set(target.storage, id);
  }
  return `${id}:${target.path}`;
}
