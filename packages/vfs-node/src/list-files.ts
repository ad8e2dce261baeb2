import type { FileMetadata } from "@x/vfs";
import type { Disk } from "./disk.js";
import { describeDisk, receivedError, takeOver } from "./disk-job.js";
import { runInSlices } from "./run-in-slices.js";
import { ThreadGone, type Threads } from "./threads.js";
import { Walk } from "./walk.js";

/** Few enough that the work is shared out well, many enough that a message is worth it. */
const directoriesPerJob = 64;

/** Every file whose path starts with `prefix`, in order, looking only into directories that can hold one. */
export function listFiles(disk: Disk, prefix: string, signal?: AbortSignal): Promise<FileMetadata[]> {
  return disk.gate.run(async () => {
    const walk = new Walk(disk, prefix, () => disk.pace.spent());
    const inSlices = <T>(steps: Generator<void, T>) => {
      return runInSlices(disk.pace, steps, () => walk.close(), signal);
    };
    await inSlices(walk.begin());
    for (;;) {
      await inSlices(walkAlone(disk, walk));
      if (disk.threads === undefined || walk.ahead.length === 0) return inSlices(walk.files());
      await walkTogether(disk, walk, disk.threads, signal);
    }
  });
}

/** Until nothing is ahead, or threads can help. */
function* walkAlone({ pace, threads }: Disk, walk: Walk): Generator<void, void> {
  while (walk.ahead.length > 0 && (threads?.width(walk.seen) ?? 0) === 0) {
    yield* walk.next();
    if (pace.spent()) yield;
  }
}

/** Has threads read what is ahead, until nothing is, or no thread is left. */
async function walkTogether(disk: Disk, walk: Walk, threads: Threads, signal?: AbortSignal): Promise<void> {
  const jobs = new Set<Promise<void>>();
  for (;;) {
    const width = threads.width(walk.seen);
    while (jobs.size < width && walk.ahead.length > 0) {
      const count = Math.min(directoriesPerJob, Math.ceil(walk.ahead.length / width));
      const job = haveRead(disk, walk, walk.ahead.splice(-count), threads, signal).finally(() => jobs.delete(job));
      // Another one's failure may come first.
      job.catch(() => undefined);
      jobs.add(job);
    }
    if (jobs.size === 0) return;
    await Promise.race(jobs);
  }
}

async function haveRead(
  disk: Disk,
  walk: Walk,
  directories: string[],
  threads: Threads,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const job = { kind: "list", disk: describeDisk(disk), prefix: walk.prefix, directories } as const;
    const reply = await threads.run(job, signal);
    if (reply.kind === "failure") throw receivedError(reply);
    if (reply.kind === "list") await runInSlices(disk.pace, takeOver(walk, reply), () => undefined, signal);
  } catch (error) {
    if (!(error instanceof ThreadGone)) throw error;
    walk.ahead.push(...directories);
  }
}
