import type { Storage } from "@x/vfs";
import type { GuardedStorage } from "./guard-storage.js";
import type { Policy } from "./policy.js";

/** What every tool of one registration works with. */
export interface ToolContext {
  /** The guarded store: the only one that tools call. */
  readonly storage: GuardedStorage;
  /** The store as it was passed in, for `withPathLock` only: two registrations over one store must share its locks. */
  readonly lockStorage: Storage;
  readonly policy: Policy;
  readonly maximumFileBytes: number;
}
