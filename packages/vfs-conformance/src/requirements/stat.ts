import { abortedSignal, capability, expectReason, expectRejection, expectThat } from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const options = { needs: ["stat"], onReadOnly: true } as const;

export const statRequirements: readonly StorageRequirement[] = [
  must(
    "stat/metadata",
    "stat gives the metadata that readFile gives, without the content.",
    async (context) => {
      const stat = capability(context.storage, "stat");
      for (const path of (await context.files()).keys()) {
        const { metadata } = await context.storage.readFile(path);
        const shown = (value: object) => showValue(Object.fromEntries(Object.entries(value).sort()));
        const alone = await stat(path);
        expectThat(shown(alone) === shown(metadata), `stat says ${shown(alone)} and readFile ${shown(metadata)}`);
      }
    },
    options,
  ),
  must(
    "stat/missing",
    "stat of a file that does not exist rejects with VFS_FILE_NOT_FOUND.",
    async ({ storage }) => {
      for (const path of ["missing.txt", "no/such/directory/missing.txt"]) {
        await expectRejection(
          () => capability(storage, "stat")(path),
          "VFS_FILE_NOT_FOUND",
          `stat of the missing ${path}`,
        );
      }
    },
    options,
  ),
  must(
    "stat/no-directories",
    "There are no directories: stat of the front part of a path is VFS_FILE_NOT_FOUND.",
    async (context) => {
      const stat = capability(context.storage, "stat");
      const files = await context.files();
      for (const path of files.keys()) {
        for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
          const front = path.slice(0, slash);
          if (!files.has(front)) await expectRejection(() => stat(front), "VFS_FILE_NOT_FOUND", `stat of ${front}`);
        }
      }
    },
    options,
  ),
  must(
    "stat/abort",
    "stat with an aborted signal rejects with its reason.",
    async (context) => {
      const [path = ""] = (await context.files()).keys();
      const { signal, reason } = abortedSignal();
      await expectReason(() => capability(context.storage, "stat")(path, { signal }), reason);
    },
    options,
  ),
];
