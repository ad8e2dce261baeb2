import { setImmediate } from "node:timers/promises";

const sliceMilliseconds = 8;

/**
 * To be awaited at every step of a long loop: lets the event loop take a turn after each slice of time, so that timers
 * fire and a signal can abort, and throws the signal's reason once it has.
 */
export function createPacer(signal: AbortSignal | undefined): () => Promise<void> {
  let sliceStart = performance.now();
  return async () => {
    if (performance.now() - sliceStart >= sliceMilliseconds) {
      await setImmediate();
      sliceStart = performance.now();
    }
    signal?.throwIfAborted();
  };
}
