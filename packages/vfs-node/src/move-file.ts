import { VfsError } from "@x/vfs";
import type { Chain } from "./chain.js";
import type { Directory } from "./directory.js";
import { type Disk, type Place, withChain } from "./disk.js";
import { codeOf } from "./disk-fault.js";
import { findTarget } from "./find-target.js";
import { isSpellingOf } from "./is-other-spelling.js";
import { statFile } from "./open-file.js";
import { retryVanished } from "./retry-vanished.js";
import { shallowestToSync, syncDirectories } from "./sync-directories.js";
import { fileExists, guarded, guardedLater, shown } from "./to-vfs-error.js";

/** Gives a file another name, with its content, mode and time as they are. */
export async function moveFile(
  disk: Disk,
  source: Place,
  destination: Place,
  overwrite: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const move = { from: source.path };
  const created = await disk.pace.run(
    () =>
      guarded(destination.path, move, () =>
        retryVanished(() => withChain(disk, (chain) => moveFrom(disk, chain, source, destination, overwrite))),
      ),
    signal,
  );
  if (disk.durable) {
    await disk.gate.run(() =>
      guardedLater(destination.path, move, async () => {
        await syncDirectories(disk, destination.parents, shallowestToSync(destination.parents, created));
        await syncDirectories(disk, source.parents, source.parents.length);
      }),
    );
  }
}

/** Gives the lengths of the paths of the directories that it made. */
function moveFrom(disk: Disk, sourceChain: Chain, source: Place, destination: Place, overwrite: boolean): number[] {
  const from = guarded(source.path, "read", () => {
    statFile(disk, sourceChain, source);
    return sourceChain.directory(source.parents);
  });
  const created: number[] = [];
  if (source.path === destination.path) return created;
  withChain(disk, (chain) => {
    try {
      const to = chain.create(destination.parents, created);
      rename(disk, from, source, to, destination, overwrite);
    } catch (error) {
      chain.pruneCreated(destination.parents, created);
      throw error;
    }
  });
  sourceChain.prune(source.parents, disk.base.length);
  return created;
}

function rename(
  disk: Disk,
  from: Directory,
  source: Place,
  to: Directory,
  destination: Place,
  overwrite: boolean,
): void {
  const { calls } = disk;
  const oldPath = from.at(source.name);
  const newPath = to.at(destination.name);
  const sibling = source.parents.join("/") === destination.parents.join("/");
  if (sibling && isSpellingOf(calls, to, source.name, destination.name)) return calls.rename(oldPath, newPath);
  const target = findTarget(disk, to, destination.name);
  if (target === undefined)
    return overwrite ? calls.rename(oldPath, newPath) : link(disk, oldPath, newPath, source, destination);
  if (!overwrite) throw fileExists(destination.path);
  // Renaming one of two links to the same file to the other does nothing, by the book: the old name would stay.
  if (calls.identity(oldPath) === calls.identity(newPath)) return calls.unlink(oldPath);
  calls.rename(oldPath, newPath);
}

/** A rename would replace what another process put there since the check; a link never replaces anything. */
function link(disk: Disk, oldPath: string, newPath: string, source: Place, destination: Place): void {
  try {
    disk.calls.link(oldPath, newPath);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") throw fileExists(destination.path);
    throw code === "EPERM" ? noLink(source, destination, error) : error;
  }
  try {
    disk.calls.unlink(oldPath);
  } catch (error) {
    // Without the right to remove the old name there is no move, so the new one goes again.
    disk.calls.unlink(newPath);
    throw error;
  }
}

/** The disk has no hard links, or the file is another user's and the system lets only its owner make one. */
function noLink(source: Place, destination: Place, cause: unknown): VfsError {
  const what = `cannot move ${shown(source.path)} to ${shown(destination.path)}`;
  const message = `${what}: the system permits no hard link to it, which a move that must not overwrite needs`;
  return new VfsError("VFS_UNAVAILABLE", message, { path: source.path, cause });
}
