import {
  bytesOf,
  expectContent,
  expectRejection,
  expectSamePaths,
  expectThat,
  isGone,
  listedPaths,
} from "../expectations.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const type = "text/plain";

export const deletingRequirements: readonly StorageRequirement[] = [
  must(
    "delete/removes",
    "deleteFile removes the file: it is neither read nor listed any more.",
    async ({ storage }) => {
      for (const path of ["gone.txt", "deep/er/and/deeper/gone.txt"]) {
        await storage.writeFile("kept.txt", bytesOf("kept"), type);
        await storage.writeFile(path, bytesOf("gone"), type);
        await storage.deleteFile(path);
        expectThat(await isGone(storage, path), `${path} can still be read`);
        expectSamePaths(await listedPaths(storage), ["kept.txt"]);
      }
    },
  ),
  must(
    "delete/nothing-else",
    "deleteFile removes that file only, and none whose path starts like it.",
    async ({ storage }) => {
      const kept = ["del2.txt", "del.txt.old", "dir/del.txt", "del/x.txt"];
      for (const path of [...kept, "del.txt"]) await storage.writeFile(path, bytesOf(path), type);
      await storage.deleteFile("del.txt");
      for (const path of kept) await expectContent(storage, path, path);
    },
  ),
  must(
    "delete/missing",
    "Deleting a file that does not exist rejects with VFS_FILE_NOT_FOUND, wherever it is missing.",
    async ({ storage }) => {
      for (const path of ["missing.txt", "no/such/directory/missing.txt"]) {
        await expectRejection(
          () => storage.deleteFile(path),
          "VFS_FILE_NOT_FOUND",
          `deleteFile of the missing ${path}`,
        );
      }
    },
  ),
  must("delete/twice", "Deleting a file a second time rejects with VFS_FILE_NOT_FOUND.", async ({ storage }) => {
    await storage.writeFile("some/where/deep/once.txt", bytesOf("once"), type);
    await storage.deleteFile("some/where/deep/once.txt");
    await expectRejection(() => storage.deleteFile("some/where/deep/once.txt"), "VFS_FILE_NOT_FOUND");
  }),
  must(
    "delete/no-directories",
    "There are no directories: with tree/branch/leaf.txt, deleting tree or tree/branch is VFS_FILE_NOT_FOUND and changes nothing.",
    async ({ storage }) => {
      await storage.writeFile("tree/branch/leaf.txt", bytesOf("leaf"), type);
      for (const path of ["tree/branch", "tree"]) {
        await expectRejection(() => storage.deleteFile(path), "VFS_FILE_NOT_FOUND", `deleteFile of ${path}`);
      }
      await expectContent(storage, "tree/branch/leaf.txt", "leaf");
    },
  ),
  must(
    "delete/frees-the-name",
    "A deleted path can be written again, with or without files below it.",
    async ({ storage }) => {
      await storage.writeFile("a/name/below.txt", bytesOf("below"), type);
      await storage.deleteFile("a/name/below.txt");
      await storage.writeFile("a/name", bytesOf("a file now"), type);
      await expectContent(storage, "a/name", "a file now");
      await storage.deleteFile("a/name");
      await storage.writeFile("a/name/below.txt", bytesOf("below again"), type);
      await expectContent(storage, "a/name/below.txt", "below again");
    },
  ),
];
