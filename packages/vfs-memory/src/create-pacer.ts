const sliceMilliseconds = 8;

/**
 * For long loops: call and await the pacer at every step. It lets the event loop take a turn whenever it was held for
 * a slice of time, and rejects with the signal's reason once the signal aborted.
 */
export function createPacer(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + sliceMilliseconds;
  return () => {
    if (performance.now() < sliceEnd) return undefined;
    return new Promise<void>((resume) => setImmediate(resume)).then(() => {
      signal?.throwIfAborted();
      sliceEnd = performance.now() + sliceMilliseconds;
    });
  };
}
