import { type Disk, type Place, withChain } from "./disk.js";
import { statFile } from "./open-file.js";
import { syncDirectories } from "./sync-directories.js";
import { guarded, guardedLater } from "./to-vfs-error.js";

/** Removes a file, and the directories that are empty without it, up to where this store's paths start. */
export async function deleteFile(disk: Disk, place: Place, signal?: AbortSignal): Promise<void> {
  await disk.pace.run(
    () =>
      guarded(place.path, "delete", () =>
        withChain(disk, (chain) => {
          statFile(disk, chain, place);
          disk.calls.unlink(chain.directory(place.parents).at(place.name));
          chain.prune(place.parents, disk.base.length);
        }),
      ),
    signal,
  );
  if (disk.durable) {
    await disk.gate.run(() =>
      guardedLater(place.path, "delete", () => syncDirectories(disk, place.parents, place.parents.length)),
    );
  }
}
