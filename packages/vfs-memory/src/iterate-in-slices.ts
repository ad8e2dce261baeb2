import { createPacer } from "./create-pacer.js";

const stepsPerLook = 64;

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
  let steps = 0;
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
      // A step is so short that the clock costs more.
      if (++steps % stepsPerLook === 0) await pace();
      return step();
    },
    async return() {
      if (!isOver) iterator?.return?.();
      isOver = true;
      return { done: true, value: undefined };
    },
  };
}
