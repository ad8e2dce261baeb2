import { type CallOptions, type Storage, VfsError } from "@x/vfs";
import { forEachParallel } from "./for-each-parallel.js";
import { directoriesOf } from "./order-changes.js";

/**
 * Those of the `added` paths that would be a file and a directory at once with another of them, or with a file that the
 * base has and keeps: only trying shows whether it takes both.
 */
export async function findNested(
  base: Storage,
  added: ReadonlySet<string>,
  deleted: ReadonlySet<string>,
  parallel: number,
  options: CallOptions,
): Promise<Set<string>> {
  const below = new Map<string, string[]>();
  for (const path of added) {
    for (const directory of directoriesOf(path)) {
      const paths = below.get(directory);
      if (paths === undefined) below.set(directory, [path]);
      else paths.push(path);
    }
  }
  const nested = new Set<string>();
  await forEachParallel([...below], parallel, async ([directory, paths]) => {
    if (deleted.has(directory)) return;
    if (!added.has(directory) && !(await isFile(base, directory, options))) return;
    for (const path of paths) nested.add(path);
  });
  await forEachParallel([...added], parallel, async (path) => {
    const files = below.has(path) ? [] : await base.listFiles({ prefix: `${path}/`, ...options });
    if (below.has(path) || files.some((file) => !deleted.has(file.path))) nested.add(path);
  });
  return nested;
}

async function isFile(base: Storage, path: string, options: CallOptions): Promise<boolean> {
  const { capabilities } = base;
  try {
    await (capabilities.stat === undefined ? base.readFile(path, options) : capabilities.stat(path, options));
    return true;
  } catch (error) {
    if (VfsError.is(error, "VFS_FILE_NOT_FOUND")) return false;
    throw error;
  }
}
