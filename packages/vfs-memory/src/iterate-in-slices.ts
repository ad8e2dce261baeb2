import { createPacer } from "./create-pacer.js";

/**
 * Maps items like an async generator would, which makes several promises for each: this makes one, so that many short
 * steps are quick. Lets the event loop take its turns, and fails with the signal's reason once that aborted.
 */
export function iterateInSlices<T, R>(
  items: Iterable<T>,
  map: (item: T) => R,
  signal: AbortSignal | undefined,
): AsyncIterableIterator<R> {
  const pace = createPacer(signal);
  let iterator: Iterator<T> | undefined;
  let isOver = false;

  function step(): IteratorResult<R, undefined> {
    if (isOver) return { done: true, value: undefined };
    // Unless this step succeeds, it is the last one.
    isOver = true;
    iterator ??= items[Symbol.iterator]();
    const item = iterator.next();
    if (item.done === true) {
      signal?.throwIfAborted();
      return { done: true, value: undefined };
    }
    try {
      const value = map(item.value);
      signal?.throwIfAborted();
      isOver = false;
      return { done: false, value };
    } finally {
      if (isOver) iterator.return?.();
    }
  }

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const pause = pace();
      if (pause !== undefined) await pause;
      return step();
    },
    async return() {
      if (!isOver) iterator?.return?.();
      isOver = true;
      return { done: true, value: undefined };
    },
  };
}
