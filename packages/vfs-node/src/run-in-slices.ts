import type { Pace } from "./pace.js";

/**
 * Runs steps to their end, as many in each turn of the event loop as its time allows. `pause` is called at the end of
 * each turn: no descriptor of a directory is held while other work runs.
 */
export async function runInSlices<T>(
  pace: Pace,
  steps: Generator<void, T>,
  pause: () => void,
  signal?: AbortSignal,
): Promise<T> {
  try {
    for (;;) {
      const result = await pace.run(() => {
        try {
          for (;;) {
            const step = steps.next();
            if (step.done === true || pace.spent()) return step;
          }
        } finally {
          pause();
        }
      }, signal);
      if (result.done === true) return result.value;
    }
  } finally {
    steps.return(undefined as never);
  }
}
