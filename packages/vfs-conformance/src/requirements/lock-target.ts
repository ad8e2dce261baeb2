import { capability, expectThat } from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";
import { expectSerialised } from "./scoping.js";

const options = { needs: ["lockTarget"], onReadOnly: true } as const;

export const lockTargetRequirements: readonly StorageRequirement[] = [
  must(
    "lock-target/steady",
    "lockTarget gives the same store and path each time it is asked about a path.",
    async ({ bare }) => {
      const lockTarget = capability(bare, "lockTarget");
      for (const path of ["file.txt", "deep/er/file.txt", "__proto__"]) {
        const [first, second] = [lockTarget(path), lockTarget(path)];
        expectThat(
          typeof first.path === "string" && typeof first.storage.readFile === "function",
          `${path} gave ${showValue(first)}`,
        );
        expectThat(first.storage === second.storage && first.path === second.path, `two targets for ${path}`);
      }
    },
    options,
  ),
  must(
    "lock-target/ends",
    "Following lockTarget from store to store comes to an end.",
    async ({ bare }) => {
      let target = { storage: bare, path: "file.txt" };
      for (let steps = 0; target.storage.capabilities.lockTarget !== undefined; steps++) {
        expectThat(steps < 100, "after 100 steps there is still a lockTarget");
        const next = target.storage.capabilities.lockTarget(target.path);
        if (next.storage === target.storage) return;
        target = next;
      }
    },
    options,
  ),
  must(
    "lock-target/serialises",
    "withPathLock on a store and on its lockTarget is one lock.",
    async ({ bare }) => {
      const target = capability(bare, "lockTarget")("locked.txt");
      if (target.path === "locked.txt") await expectSerialised(bare, target.storage, "locked.txt");
      await expectSerialised(bare, bare, "locked.txt");
    },
    options,
  ),
];
