import { type Storage, VfsError } from "@x/vfs";
import { attempt, bytesOf, expectContent, expectSamePaths, expectThat, listedPaths } from "../expectations.js";
import { showValue } from "../show-value.js";
import { may, type StorageRequirement } from "../storage-requirement.js";

async function conflictOrBoth(storage: Storage, first: string, second: string): Promise<void> {
  await storage.writeFile(first, bytesOf("first"), "text/plain");
  const result = await attempt(() => storage.writeFile(second, bytesOf("second"), "text/plain"));
  await expectContent(storage, first, "first");
  if ("error" in result) {
    const conflict = VfsError.is(result.error, "VFS_PATH_CONFLICT");
    expectThat(conflict, `a refusal that is not VFS_PATH_CONFLICT: ${showValue(result.error)}`);
    expectSamePaths(await listedPaths(storage), [first]);
  } else {
    await expectContent(storage, second, "second");
    expectSamePaths(await listedPaths(storage), [first, second]);
  }
}

export const conflictRequirements: readonly StorageRequirement[] = [
  may(
    "conflict/below-a-file",
    "Where a is a file, a store may refuse a/b with VFS_PATH_CONFLICT, changing nothing; or it keeps both, whole.",
    ({ storage }) => conflictOrBoth(storage, "node", "node/below/leaf.txt"),
  ),
  may(
    "conflict/above-a-file",
    "Where a/b is a file, a store may refuse a with VFS_PATH_CONFLICT, changing nothing; or it keeps both, whole.",
    ({ storage }) => conflictOrBoth(storage, "node/below/leaf.txt", "node"),
  ),
];
