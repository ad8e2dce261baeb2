import type { Stats } from "node:fs";
import { Chain } from "./chain.js";
import type { Directory } from "./directory.js";
import { type Disk, type Place, withChain } from "./disk.js";
import { codeOf } from "./disk-fault.js";
import { findTarget } from "./find-target.js";
import { smallBytes } from "./read-part.js";
import { retryVanished } from "./retry-vanished.js";
import { shallowestToSync, syncDirectories } from "./sync-directories.js";
import { permissionBits, TemporaryFile } from "./temporary-file.js";
import { fileExists, guarded, guardedLater } from "./to-vfs-error.js";

interface Draft {
  readonly file: TemporaryFile;
  readonly directory: Directory;
  /** The lengths of the paths of the directories that were made for it. */
  readonly created: readonly number[];
}

/** Writes the whole content beside the target, then gives it the target's name. The content belongs to this function. */
export async function writeFile(
  disk: Disk,
  place: Place,
  content: Uint8Array,
  exclusive: boolean,
  signal?: AbortSignal,
): Promise<void> {
  if (content.length > smallBytes || disk.durable) {
    return disk.gate.run(() => writeLater(disk, place, content, exclusive, signal));
  }
  await disk.pace.run(
    () =>
      guarded(place.path, "write", () =>
        withChain(disk, (chain) => {
          const draft = begin(disk, chain, place, exclusive);
          abandonOnFailure(chain, place, draft, () => {
            draft.file.writeNow(content);
            finish(disk, place, draft, exclusive);
          });
        }),
      ),
    signal,
  );
}

/** The same, holding the directory open while pieces are written, and the disk is waited for, in other threads. */
async function writeLater(
  disk: Disk,
  place: Place,
  content: Uint8Array,
  exclusive: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const chain = new Chain(disk.calls, disk.containment);
  try {
    const draft = await disk.pace.run(
      () => guarded(place.path, "write", () => begin(disk, chain, place, exclusive)),
      signal,
    );
    try {
      await guardedLater(place.path, "write", async () => {
        await draft.file.writeLater(content, signal);
        if (disk.durable) await draft.file.sync();
      });
      await disk.pace.run(() => guarded(place.path, "write", () => finish(disk, place, draft, exclusive)), signal);
    } catch (error) {
      abandon(chain, place, draft);
      throw signal?.aborted === true ? signal.reason : error;
    }
    if (disk.durable) {
      const shallowest = shallowestToSync(place.parents, draft.created);
      await guardedLater(place.path, "write", () => syncDirectories(disk, place.parents, shallowest));
    }
  } finally {
    chain.close();
  }
}

function begin(disk: Disk, chain: Chain, place: Place, exclusive: boolean): Draft {
  return retryVanished(() => {
    chain.close();
    const created: number[] = [];
    try {
      const directory = chain.create(place.parents, created);
      disk.sweeper.visit(place.parents, directory);
      const target = findTarget(disk, directory, place.name);
      if (exclusive && target !== undefined) throw fileExists(place.path);
      const file = new TemporaryFile(disk.calls, directory, target?.mode ?? disk.fileMode);
      return { file, directory, created };
    } catch (error) {
      chain.pruneCreated(place.parents, created);
      throw error;
    }
  });
}

/** Looks at the target again, in the step that replaces it: its mode may have changed while the content was written. */
function finish(disk: Disk, place: Place, draft: Draft, exclusive: boolean): void {
  const mode = finalMode(disk, findTarget(disk, draft.directory, place.name));
  if (mode !== undefined) draft.file.setMode(mode);
  if (!exclusive) return draft.file.replace(place.name);
  try {
    draft.file.create(place.name);
  } catch (error) {
    throw codeOf(error) === "EEXIST" ? fileExists(place.path) : error;
  }
}

function finalMode(disk: Disk, target: Stats | undefined): number | undefined {
  return target === undefined ? disk.fileMode : target.mode & permissionBits;
}

function abandonOnFailure(chain: Chain, place: Place, draft: Draft, step: () => void): void {
  try {
    step();
  } catch (error) {
    abandon(chain, place, draft);
    throw error;
  }
}

function abandon(chain: Chain, place: Place, draft: Draft): void {
  draft.file.discard();
  chain.pruneCreated(place.parents, draft.created);
}
