import { type MoveFileOptions, type Storage, type StoredFile, VfsError } from "@x/vfs";
import { callRoute, errorInTree } from "./call-mount.js";
import { capabilityOf } from "./capability-of.js";
import { pathInTree, type Route } from "./mount-table.js";

/** Within one store its own move; between two, the file is copied and then removed. */
export async function moveFile(source: Route, destination: Route, options: MoveFileOptions): Promise<void> {
  if (source.mount.storage === destination.mount.storage) await moveWithin(source, destination, options);
  else await moveAcross(source, destination, options);
}

async function moveWithin(source: Route, destination: Route, options: MoveFileOptions): Promise<void> {
  try {
    await capabilityOf(source.mount.storage, "moveFile")(source.path, destination.path, options);
  } catch (error) {
    throw errorInTree(source.mount, [source, destination], error);
  }
}

async function moveAcross(source: Route, destination: Route, options: MoveFileOptions): Promise<void> {
  const { signal, overwrite = false } = options;
  const { content, metadata } = await callRoute(source, async (storage, path) => storage.readFile(path, { signal }));
  // Two stores may lead to one file: copied onto itself and then removed, it would be lost.
  if (isSameFile(source, destination)) return;
  await callRoute(destination, async (storage, path) => {
    if (overwrite) await storage.writeFile(path, content, metadata.contentType, { signal });
    else await capabilityOf(storage, "createFile")(path, content, metadata.contentType, { signal });
  });
  await removeSource(source, destination, { content, metadata });
}

/** Does not listen to the signal: half of a move is no answer to an abort. */
async function removeSource(source: Route, destination: Route, copied: StoredFile): Promise<void> {
  const path = pathInTree(source);
  const where = `${JSON.stringify(path)} to ${JSON.stringify(pathInTree(destination))}`;
  let isCopied: boolean;
  try {
    isCopied = await isUnchanged(source, copied);
    if (isCopied) await source.mount.storage.deleteFile(source.path);
  } catch (error) {
    if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) return;
    const message = `copied ${where} but could not remove the first, so both files remain`;
    throw new VfsError(VfsError.is(error) ? error.code : "VFS_UNAVAILABLE", message, { path, cause: error });
  }
  if (isCopied) return;
  const message = `copied ${where} but the first was changed meanwhile, so both files remain`;
  throw new VfsError("VFS_VERSION_CONFLICT", message, { path });
}

/** Whether the file is still what was copied: by its version, or else by its bytes. */
async function isUnchanged({ mount, path }: Route, { content, metadata }: StoredFile): Promise<boolean> {
  const { storage } = mount;
  if (metadata.version !== undefined && storage.capabilities.stat !== undefined) {
    return (await storage.capabilities.stat(path)).version === metadata.version;
  }
  const now = await storage.readFile(path);
  return now.metadata.contentType === metadata.contentType && Buffer.compare(now.content, content) === 0;
}

function isSameFile(one: Route, other: Route): boolean {
  const [a, b] = [lockTargetOf(one), lockTargetOf(other)];
  return a.storage === b.storage && a.path === b.path;
}

/** The end of the chain of wrappers: the store and path that the file really has. */
function lockTargetOf({ mount, path }: Route): { storage: Storage; path: string } {
  let target = { storage: mount.storage, path };
  const seen = new Set<Storage>();
  while (target.storage.capabilities.lockTarget !== undefined && !seen.has(target.storage)) {
    seen.add(target.storage);
    target = target.storage.capabilities.lockTarget(target.path);
  }
  return target;
}
