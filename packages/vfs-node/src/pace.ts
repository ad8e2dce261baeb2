/** How long the work of all stores together may hold the event loop before other work gets its turn. */
const sliceMilliseconds = 5;

interface Task {
  run(): void;
}

/**
 * Shares the event loop: synchronous work runs in the order it was asked for, at most `sliceMilliseconds` (and the step
 * at hand) in one turn of the loop. One instance serves every store of the process, so many calls at once are as kind
 * as one.
 */
export class Pace {
  #turnStart: number | undefined;
  #queue: Task[] = [];
  #next = 0;
  #drainPlanned = false;

  /** Whether the work of this turn has used its time up. Asking starts the clock. */
  spent(): boolean {
    if (this.#turnStart !== undefined) return performance.now() - this.#turnStart >= sliceMilliseconds;
    this.#turnStart = performance.now();
    setImmediate(() => {
      this.#turnStart = undefined;
      this.#drain();
    });
    return false;
  }

  /**
   * Does `work` in a turn that has time left, never before the caller has gone on: a signal that is aborted meanwhile
   * makes it reject with the signal's reason, and `work` is not done.
   */
  run<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({
        run: () => {
          try {
            signal?.throwIfAborted();
            resolve(work());
          } catch (error) {
            reject(error);
          }
        },
      });
      if (this.#drainPlanned) return;
      this.#drainPlanned = true;
      queueMicrotask(() => {
        this.#drainPlanned = false;
        this.#drain();
      });
    });
  }

  #drain(): void {
    while (this.#next < this.#queue.length && !this.spent()) {
      const task = this.#queue[this.#next++];
      task?.run();
    }
    if (this.#next === this.#queue.length || this.#next > 1_024) {
      this.#queue = this.#queue.slice(this.#next);
      this.#next = 0;
    }
  }
}
