import { VfsError, type VfsErrorCode } from "@x/vfs";
import { createContainment } from "./containment.js";
import type { Disk, DiskView } from "./disk.js";
import { codeOf } from "./disk-fault.js";
import { IgnoreRules } from "./ignore-rules.js";
import { type ReadBatch, readBatch } from "./read-batch.js";
import { Sweeper } from "./sweeper.js";
import { systemCalls } from "./system-calls.js";
import { type ListedEntry, Walk } from "./walk.js";

/** All that a thread has to know of a store. */
export interface DiskDescription {
  readonly root: string;
  readonly rootIdentity: string;
  readonly base: readonly string[];
  readonly ignore: string;
  readonly gitignore: boolean;
}

export function describeDisk({ root, containment, base, ignore, gitignore }: Disk): DiskDescription {
  return { root, rootIdentity: containment.rootIdentity(), base, ignore: ignore.text, gitignore };
}

/** A part of a listing: the directories to read, the first one last. */
export interface ListJob {
  readonly kind: "list";
  readonly disk: DiskDescription;
  readonly prefix: string;
  readonly directories: string[];
}

/** Reads as many of the files as it can into the window, which is handed over and comes back. */
export interface ReadJob {
  readonly kind: "read";
  readonly disk: DiskDescription;
  readonly paths: readonly string[];
  readonly window: ArrayBuffer;
}

export interface ListReply {
  readonly kind: "list";
  /** The directories that were read, each with the number of its entries. */
  readonly directories: readonly string[];
  readonly counts: readonly number[];
  /** The names of the entries, one after the other, each with a NUL behind it. */
  readonly names: string;
  readonly sizes: Float64Array<ArrayBuffer>;
  readonly times: Float64Array<ArrayBuffer>;
  /** Those that are still to be read, the first one last. */
  readonly ahead: readonly string[];
}

export interface ReadReply extends Omit<ReadBatch, "failure"> {
  readonly kind: "read";
  readonly window: ArrayBuffer;
  readonly failure?: SentError;
}

/** An error as it goes from thread to thread. */
export interface SentError {
  readonly kind: "failure";
  readonly code: VfsErrorCode;
  readonly message: string;
  readonly path?: string;
  /** The name of the errno behind it. */
  readonly system?: string;
}

export type DiskJob = ListJob | ReadJob;
export type DiskReply = ListReply | ReadReply | SentError;

/** How long a job may take before it comes back with what it has. */
const jobMilliseconds = 8;

let known: { readonly description: string; readonly disk: DiskView } | undefined;

/** What a thread does: one job, to its end or until its time is up. */
export function runDiskJob(job: DiskJob): DiskReply {
  const started = performance.now();
  const spent = () => performance.now() - started > jobMilliseconds;
  try {
    const disk = diskOf(job.disk);
    if (job.kind === "list") return list(disk, job, spent);
    const { failure, ...batch } = readBatch(disk, job.paths, new Uint8Array(job.window), spent);
    return { kind: "read", window: job.window, ...batch, ...(failure && { failure: sentError(failure) }) };
  } catch (error) {
    return sentError(error);
  }
}

function diskOf(given: DiskDescription): DiskView {
  const description = JSON.stringify(given);
  if (known?.description === description) return known.disk;
  const disk: DiskView = {
    calls: systemCalls,
    platform: process.platform,
    containment: createContainment(systemCalls, given.root, process.platform, given.rootIdentity),
    sweeper: new Sweeper(systemCalls, Date.now),
    base: given.base,
    ignore: new IgnoreRules(given.ignore),
    gitignore: given.gitignore,
  };
  known = { description, disk };
  return disk;
}

function list(disk: DiskView, { prefix, directories }: ListJob, spent: () => boolean): ListReply {
  const walk = new Walk(disk, prefix);
  walk.ahead.push(...directories);
  try {
    do {
      // Without a pause there is just one step.
      walk.next().next();
    } while (walk.ahead.length > 0 && !spent());
  } finally {
    walk.close();
  }
  const entries = [...walk.found.values()].flat();
  return {
    kind: "list",
    directories: [...walk.found.keys()],
    counts: [...walk.found.values()].map(({ length }) => length),
    names: entries.map(({ name }) => `${name}\0`).join(""),
    sizes: Float64Array.from(entries, ({ size }) => size),
    times: Float64Array.from(entries, ({ time }) => time),
    ahead: walk.ahead,
  };
}

/** Gives a walk what another one found. */
export function* takeOver(walk: Walk, reply: ListReply): Generator<void, void> {
  const { directories, counts, names, sizes, times, ahead } = reply;
  let index = 0;
  let start = 0;
  for (const [position, path] of directories.entries()) {
    const entries: ListedEntry[] = [];
    for (let left = counts[position] ?? 0; left > 0; left--, index++) {
      const end = names.indexOf("\0", start);
      entries.push({ name: names.slice(start, end), size: sizes[index] ?? 0, time: times[index] ?? 0 });
      start = end + 1;
      if (left % 256 === 0) yield;
    }
    walk.found.set(path, entries);
    yield;
  }
  walk.ahead.push(...ahead);
}

function sentError(error: unknown): SentError {
  if (!VfsError.is(error)) throw error;
  const { code, message, path, cause } = error;
  const system = codeOf(cause);
  return { kind: "failure", code, message, ...(path !== undefined && { path }), ...(system && { system }) };
}

export function receivedError({ code, message, path, system }: SentError): VfsError {
  const cause = system === undefined ? undefined : Object.assign(new Error(system), { code: system });
  return new VfsError(code, message, { ...(path !== undefined && { path }), ...(cause && { cause }) });
}
