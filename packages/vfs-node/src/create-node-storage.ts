import { availableParallelism } from "node:os";
import type { Storage } from "@x/vfs";
import { createNodeStorageWith } from "./create-node-storage-with.js";
import type { NodeStorageOptions } from "./node-storage-options.js";
import { systemCalls } from "./system-calls.js";
import { Threads } from "./threads.js";

/** More than this would wait for one another in the kernel. */
const maximumThreads = 4;

// Like the event loop, the processors are shared by all stores of a process.
const threads = new Threads(
  new URL("./disk-worker.js", import.meta.url),
  Math.min(availableParallelism(), maximumThreads),
);

/**
 * A store of the regular files below a directory. Links are never followed, listed or written through; a write replaces
 * a file in one step. Has `stat`, `createFile`, `moveFile`, `readFiles`, `readRange` and `scope`; content types are
 * those of the paths. While the root is missing, every call fails with `VFS_UNAVAILABLE`.
 *
 * Throws a `TypeError` for an option of the wrong type, and `VFS_UNAVAILABLE` where `containment: "strict"` asks for
 * more than the system can give.
 */
export function createNodeStorage(options: NodeStorageOptions): Storage {
  return createNodeStorageWith({ calls: systemCalls, platform: process.platform, now: Date.now, threads }, options);
}
