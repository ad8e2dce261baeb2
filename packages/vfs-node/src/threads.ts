import { Worker } from "node:worker_threads";
import type { DiskJob, DiskReply } from "./disk-job.js";

/** In names looked at or files read. */
export interface ThreadLimits {
  /** Below this a thread would cost more than it saves. */
  readonly usefulSteps: number;
  /** So many that it pays to start threads for them. */
  readonly startSteps: number;
}

const defaultLimits: ThreadLimits = { usefulSteps: 256, startSteps: 2_000 };

/** So that a thread that is done has its next job at once. */
const jobsPerThread = 2;

/** The thread that was to do a job is gone, or could not be started: whoever asked has to do it. */
export class ThreadGone extends Error {}

interface Waiting {
  readonly resolve: (reply: DiskReply) => void;
  readonly reject: (error: Error) => void;
}

class Thread {
  isOnline = false;
  readonly waiting: Waiting[] = [];
  readonly #worker: Worker;

  constructor(file: URL, gone: (thread: Thread) => void) {
    // None of what the program was started with is for the threads.
    this.#worker = new Worker(file, { execArgv: [], env: {}, argv: [] });
    this.#worker.on("online", () => {
      this.isOnline = true;
    });
    this.#worker.on("message", (reply: DiskReply) => {
      this.waiting.shift()?.resolve(reply);
      if (this.waiting.length === 0) this.#worker.unref();
    });
    this.#worker.on("error", () => undefined);
    this.#worker.on("exit", () => {
      this.isOnline = false;
      gone(this);
      for (const { reject } of this.waiting.splice(0)) reject(new ThreadGone());
    });
    // After all listeners: the one for messages keeps the process alive by itself.
    this.#worker.unref();
  }

  run(job: DiskJob): Promise<DiskReply> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      // What somebody waits for keeps the process alive; a thread by itself does not.
      this.#worker.ref();
      this.#worker.postMessage(job, job.kind === "read" ? [job.window] : []);
    });
  }
}

/**
 * Threads that help where much is listed or read: most of that is system calls, one after the other, of which several
 * threads do so many more at once. Started on first need; where they cannot be, and on one processor, there are none.
 */
export class Threads {
  readonly #file: URL;
  readonly #count: number;
  readonly #limits: ThreadLimits;
  #threads: Thread[] | undefined;

  constructor(file: URL, count: number, limits = defaultLimits) {
    this.#file = file;
    this.#count = count > 1 ? count : 0;
    this.#limits = limits;
  }

  /** How many jobs can be done at once, for one who has taken so many steps: 0 while he does better alone. */
  width(steps: number): number {
    if (steps >= this.#limits.startSteps) this.#threads ??= this.#start();
    if (steps < this.#limits.usefulSteps || this.#threads === undefined) return 0;
    return jobsPerThread * this.#threads.filter(({ isOnline }) => isOnline).length;
  }

  /**
   * Rejects with `ThreadGone` where no thread does it, and with the signal's reason once that is aborted; what was handed
   * over is lost then.
   */
  async run(job: DiskJob, signal?: AbortSignal): Promise<DiskReply> {
    signal?.throwIfAborted();
    let free: Thread | undefined;
    for (const thread of this.#threads ?? []) {
      if (thread.isOnline && thread.waiting.length < (free?.waiting.length ?? Infinity)) free = thread;
    }
    if (free === undefined) throw new ThreadGone();
    const reply = free.run(job);
    if (signal === undefined) return reply;
    let stop: (() => void) | undefined;
    try {
      return await Promise.race([
        reply,
        new Promise<never>((_resolve, reject) => {
          stop = () => reject(signal.reason as Error);
          signal.addEventListener("abort", stop);
        }),
      ]);
    } finally {
      if (stop !== undefined) signal.removeEventListener("abort", stop);
    }
  }

  #start(): Thread[] {
    const threads: Thread[] = [];
    // One that is gone, for whatever reason, is not replaced.
    const gone = (thread: Thread): void => {
      threads.splice(threads.indexOf(thread), 1);
    };
    try {
      while (threads.length < this.#count) threads.push(new Thread(this.#file, gone));
    } catch {
      // The process may not start threads.
    }
    return threads;
  }
}
