import type { Storage } from "@x/vfs";
import { capabilityNames } from "../capability-names.js";
import { attempt, bytesOf, expectThat } from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

/** A call of each capability that is there, as a function of its own: a wrapper that hands it on calls it so too. */
function detachedCalls({ capabilities }: Storage, path: string): Record<string, () => unknown> {
  const { readOnly, scope, stat, createFile, replaceFile, moveFile, readFiles, readRange, lockTarget } = capabilities;
  const content = bytesOf("detached");
  return {
    ...(scope && { scope: () => scope("tenant").listFiles() }),
    ...(stat && { stat: () => stat(path) }),
    ...(readFiles && { readFiles: () => readFiles([path])[Symbol.asyncIterator]().next() }),
    ...(readRange && { readRange: () => readRange(path, 0, 1) }),
    ...(lockTarget && { lockTarget: () => lockTarget(path) }),
    ...(!readOnly && {
      ...(createFile && { createFile: () => createFile("detached.txt", content, "text/plain") }),
      ...(replaceFile && { replaceFile: () => replaceFile(path, content, "text/plain", "no version of it") }),
      ...(moveFile && { moveFile: () => moveFile(path, "moved.txt") }),
    }),
  };
}

export const capabilityRequirements: readonly StorageRequirement[] = [
  must(
    "capabilities/fixed",
    "The capabilities of a store are the same for its whole life.",
    async ({ bare, storage }) => {
      const present = () => capabilityNames.filter((name) => bare.capabilities[name] !== undefined).join(", ");
      const atFirst = present();
      await storage.writeFile("first.txt", bytesOf("1"), "text/plain");
      await storage.listFiles();
      await storage.readFile("first.txt");
      await storage.deleteFile("first.txt");
      expectThat(present() === atFirst, `at first ${atFirst || "none"}; after a few calls ${present() || "none"}`);
    },
  ),
  must(
    "capabilities/detached",
    "A capability works when it is called by itself, without the object that it was taken from: it uses no this.",
    async (context) => {
      const [path = ""] = (await context.files()).keys();
      for (const [name, call] of Object.entries(detachedCalls(context.bare, path))) {
        const result = await attempt(async () => call());
        // Other refusals are for other requirements.
        const lost = "error" in result && result.error instanceof TypeError;
        expectThat(
          !lost,
          `${name}, taken from capabilities and called: ${showValue("error" in result && result.error)}`,
        );
      }
    },
    { onReadOnly: true },
  ),
];
