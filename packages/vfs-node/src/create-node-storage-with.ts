import { resolve } from "node:path";
import { type Storage, VfsError } from "@x/vfs";
import { createContainment } from "./containment.js";
import type { Disk } from "./disk.js";
import { diskStorage } from "./disk-storage.js";
import { Gate } from "./gate.js";
import { IgnoreRules } from "./ignore-rules.js";
import { createLockStore } from "./lock-store.js";
import { checkOptions, type NodeStorageOptions } from "./node-storage-options.js";
import { Pace } from "./pace.js";
import { Sweeper } from "./sweeper.js";
import type { SystemCalls } from "./system-calls.js";
import type { Threads } from "./threads.js";

/** What surrounds a store, for tests to put their own in its place. */
export interface Surroundings {
  readonly calls: SystemCalls;
  readonly platform: NodeJS.Platform;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What helps with large works. It uses the system's own calls. */
  readonly threads?: Threads | undefined;
}

/** Enough for the disk to be busy, few enough that deep paths do not use descriptors up. */
const heldWorks = 16;

// The event loop and the descriptors are shared by all stores of a process.
const pace = new Pace();
const gate = new Gate(heldWorks);

export function createNodeStorageWith(surroundings: Surroundings, options: NodeStorageOptions): Storage {
  checkOptions(options);
  const { calls, platform, now, threads } = surroundings;
  const root = resolve(options.root);
  const containment = createContainment(calls, root, platform);
  if (options.containment === "strict" && !containment.strict) {
    throw new VfsError(
      "VFS_UNAVAILABLE",
      "this system cannot refuse links that are swapped in while a call runs, as containment strict demands",
    );
  }
  const disk: Disk = {
    calls,
    platform,
    containment,
    root,
    pace,
    gate,
    threads: options.threads === false ? undefined : threads,
    sweeper: new Sweeper(calls, now),
    base: [],
    durable: options.durable ?? false,
    fileMode: options.fileMode,
    ignore: new IgnoreRules((options.ignore ?? []).join("\n")),
    gitignore: options.gitignore ?? false,
  };
  return diskStorage(disk, createLockStore(containment, diskStorage(disk)));
}
