import { setImmediate } from "node:timers/promises";

const sliceMs = 10;

/**
 * Lets a long loop live beside others: await it between steps that each take well under ten milliseconds. It gives way
 * to the event loop when a slice of time is used up, and throws the signal's reason once that aborted.
 */
export type Pacer = () => Promise<void>;

export function createPacer(signal?: AbortSignal): Pacer {
  let sliceEnd = performance.now() + sliceMs;
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() < sliceEnd) return;
    await setImmediate();
    signal?.throwIfAborted();
    sliceEnd = performance.now() + sliceMs;
  };
}
