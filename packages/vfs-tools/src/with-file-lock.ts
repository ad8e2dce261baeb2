import { withPathLock } from "@x/vfs";
import type { ToolContext } from "./tool-context.js";
import { trustedError } from "./trusted-error.js";

/**
 * `withPathLock` for the tools. It asks the store itself, not the guarded one, for its `lockTarget`: what that throws,
 * or what comes of a wrong answer, is as little for a model to see as any other failure of the store.
 */
export async function withFileLock<T>(
  { lockStorage }: ToolContext,
  paths: readonly string[],
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const lock = { isTaken: false };
  try {
    return await withPathLock(lockStorage, paths, async () => {
      lock.isTaken = true;
      signal.throwIfAborted();
      return work();
    });
  } catch (error) {
    throw lock.isTaken ? error : trustedError(error, { signal }, paths[0]);
  }
}
