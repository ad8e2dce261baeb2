import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Storage } from "@x/vfs";
import type { CreatedStorage, StorageTraits } from "@x/vfs-conformance";
import { createNodeStorage } from "@x/vfs-node";

// What the disks of these systems do unless somebody has set them up otherwise.
const folds = process.platform === "darwin" || process.platform === "win32";

/** What holds for each store whose files lie on this system's disk. */
export const diskTraits: StorageTraits = {
  storesContentType: false,
  caseSensitive: !folds,
  distinguishesUnicodeForms: !folds,
};

/** A store over a directory of its own, or what `wrap` makes of it. */
export async function createDisk(
  wrap: (storage: Storage) => Storage = (storage) => storage,
  files: Readonly<Record<string, string>> = {},
): Promise<CreatedStorage> {
  const parent = await mkdtemp(join(tmpdir(), "conformance-"));
  const root = join(parent, "root");
  await mkdir(root);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const open = () => wrap(createNodeStorage({ root }));
  return {
    storage: open(),
    reopen: open,
    breakMedium: () => rm(root, { recursive: true }),
    dispose: () => rm(parent, { recursive: true, force: true }),
  };
}
