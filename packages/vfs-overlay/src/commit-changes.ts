import { type Storage, VfsError, withPathLock } from "@x/vfs";
import type { BaseFile } from "./base-file.js";
import { type BaseCheck, checkBase } from "./check-base.js";
import { checkOptions } from "./check-options.js";
import { changedInBase, readOnlyInBase, stoppedCommit } from "./commit-errors.js";
import { createPacer } from "./create-pacer.js";
import { findNested } from "./find-nested.js";
import { forEachParallel } from "./for-each-parallel.js";
import { isReadOnlyAt } from "./is-read-only-at.js";
import { listChanges } from "./list-changes.js";
import { areNested, orderChanges } from "./order-changes.js";
import type { Overlay } from "./overlay.js";
import type { Entry } from "./overlay-state.js";
import type { CommitOptions, OverlayChange } from "./overlay-storage.js";
import { selectPaths } from "./select-paths.js";

const parallelChecks = 8;

/** One commit at work: its entries as they were when it began, and what it found of them in the base. */
interface Commit {
  readonly overlay: Overlay;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly checks: Map<string, BaseCheck>;
  readonly signal: AbortSignal | undefined;
}

/** See `OverlayStorage.commit`. */
export async function commitChanges(overlay: Overlay, options: CommitOptions = {}): Promise<OverlayChange[]> {
  const { base, state } = overlay;
  checkOptions(options);
  const { signal } = options;
  const selected = selectPaths(state, options.paths);
  signal?.throwIfAborted();
  if (base.capabilities.readOnly === true) throw new VfsError("VFS_READ_ONLY", "the base of the overlay is read-only");
  let hasBegun = false;
  const commit = withPathLock(base, [...selected], () => {
    signal?.throwIfAborted();
    hasBegun = true;
    return commitSelected(overlay, selected, signal);
  });
  return new Promise((resolve, reject) => {
    const stopWaiting = () => {
      if (!hasBegun) reject(signal?.reason as unknown);
    };
    signal?.addEventListener("abort", stopWaiting);
    void commit.then(resolve, reject).finally(() => signal?.removeEventListener("abort", stopWaiting));
  });
}

async function commitSelected(
  overlay: Overlay,
  selected: Set<string>,
  signal: AbortSignal | undefined,
): Promise<OverlayChange[]> {
  for (const { path, from } of overlay.state.changes()) {
    if (from === undefined || selected.has(path) === selected.has(from)) continue;
    // Became a move after its other path could be locked: left whole for another commit.
    selected.delete(path);
    selected.delete(from);
  }
  const entries = overlay.state.beginCommit(selected);
  try {
    const commit: Commit = { overlay, entries, checks: new Map(), signal };
    const changes = listChanges(entries);
    await checkAll(commit, changes);
    await applyAll(commit, orderChanges(changes, await nestedOf(commit, changes)));
    dropUnchanged(commit, changes);
    return changes;
  } finally {
    overlay.state.endCommit(entries);
  }
}

async function checkAll(commit: Commit, changes: readonly OverlayChange[]): Promise<void> {
  const { overlay, entries, checks, signal } = commit;
  const pace = createPacer(signal);
  const paths = changes.flatMap(pathsOf);
  const refused = paths.filter((path) => isReadOnlyAt(overlay.base, path));
  if (refused.length > 0) throw readOnlyInBase(refused);
  await forEachParallel(paths, parallelChecks, async (path) => {
    await pace();
    checks.set(path, await checkBase(overlay.base, path, entryOf(entries, path), { signal }));
  });
  const conflicts = paths.filter((path) => checks.get(path)?.outcome === "changed");
  if (conflicts.length > 0) throw changedInBase(conflicts);
}

function nestedOf({ overlay, checks, signal }: Commit, changes: readonly OverlayChange[]): Promise<Set<string>> {
  const added = changes.flatMap(({ path, kind }) => {
    const check = checks.get(path);
    return kind !== "deleted" && check?.outcome === "ready" && check.now === undefined ? [path] : [];
  });
  const deleted = changes.flatMap(({ path, kind, from }) => (kind === "deleted" ? [path] : (from ?? [])));
  return findNested(overlay.base, new Set(added), new Set(deleted), parallelChecks, { signal });
}

async function applyAll(commit: Commit, changes: readonly OverlayChange[]): Promise<void> {
  const pace = createPacer(commit.signal);
  let applied = 0;
  for (const change of changes) {
    for (const step of stepsOf(commit, change)) {
      await pace();
      try {
        await step.apply();
      } catch (error) {
        if (commit.signal?.aborted === true) throw error;
        throw stoppedCommit(error, step.path, applied, changes.length);
      }
    }
    applied++;
  }
}

/** Each step leaves base and overlay such that the next commit can go on from there. */
function stepsOf(commit: Commit, { path, from }: OverlayChange): { path: string; apply: () => Promise<void> }[] {
  if (from !== undefined && canMove(commit, from, path)) {
    return [{ path, apply: () => applyMove(commit, from, path) }];
  }
  let paths = [path];
  // What is deleted last is never lost; where one name is in the way of the other, only the overlay has it for a moment.
  if (from !== undefined) paths = areNested(from, path) ? [from, path] : [path, from];
  return paths.map((each) => ({ path: each, apply: () => applyPath(commit, each) }));
}

function canMove({ overlay, checks }: Commit, from: string, path: string): boolean {
  const target = checks.get(path);
  return (
    overlay.base.capabilities.moveFile !== undefined &&
    checks.get(from)?.outcome === "ready" &&
    target?.outcome === "ready" &&
    target.now === undefined &&
    !areNested(from, path)
  );
}

async function applyMove({ overlay, entries, signal }: Commit, from: string, path: string): Promise<void> {
  const target = entryOf(entries, path);
  await overlay.base.capabilities.moveFile?.(from, path, { signal });
  overlay.state.settle(path, target, committedFile(target));
  overlay.state.settle(from, entryOf(entries, from), undefined);
}

async function applyPath(commit: Commit, path: string): Promise<void> {
  const { overlay, entries, checks, signal } = commit;
  const { base, blobs, state } = overlay;
  const entry = entryOf(entries, path);
  const { current } = entry;
  const check = checks.get(path);
  if (check?.outcome === "ready") {
    if (current === undefined) {
      await deleteFrom(base, path, signal);
    } else {
      const content = await blobs.read(current.blob, path, { signal });
      await writeTo(base, path, content, current.contentType, check.now, signal);
    }
  }
  state.settle(path, entry, committedFile(entry));
}

async function writeTo(
  base: Storage,
  path: string,
  content: Uint8Array,
  contentType: string,
  now: BaseFile | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { capabilities } = base;
  if (now === undefined && capabilities.createFile !== undefined) {
    await capabilities.createFile(path, content, contentType, { signal });
  } else if (now?.version !== undefined && capabilities.replaceFile !== undefined) {
    await capabilities.replaceFile(path, content, contentType, now.version, { signal });
  } else {
    await base.writeFile(path, content, contentType, { signal });
  }
}

async function deleteFrom(base: Storage, path: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    await base.deleteFile(path, { signal });
  } catch (error) {
    if (!VfsError.is(error, "VFS_FILE_NOT_FOUND")) throw error;
  }
}

/** Files that were written but ended as the base has them are of no more use to the overlay. */
function dropUnchanged({ overlay, entries }: Commit, changes: readonly OverlayChange[]): void {
  const changed = new Set(changes.flatMap(pathsOf));
  for (const [path, entry] of entries) {
    if (!changed.has(path) && overlay.state.entry(path) === entry) overlay.state.remove(path);
  }
}

function committedFile({ current }: Entry): BaseFile | undefined {
  return current && { size: current.size, contentType: current.contentType, hash: current.hash };
}

function pathsOf({ path, from }: OverlayChange): string[] {
  return from === undefined ? [path] : [from, path];
}

function entryOf(entries: ReadonlyMap<string, Entry>, path: string): Entry {
  return entries.get(path) ?? { original: undefined, current: undefined };
}
