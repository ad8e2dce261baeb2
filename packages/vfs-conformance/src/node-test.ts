import { describe, test } from "node:test";
import { type CheckOptions, resolveRunOptions, selectRequirements } from "./check-storage.js";
import { runRequirement } from "./run-requirement.js";
import type { StorageUnderTest } from "./storage-under-test.js";

export type { CheckOptions } from "./check-storage.js";
export type { CreatedStorage, StorageTraits, StorageUnderTest } from "./storage-under-test.js";

/**
 * Declares one `node:test` test for each requirement. What is skipped, or absent from the store, shows as skipped with
 * its reason.
 */
export function testStorage(subject: StorageUnderTest, options: CheckOptions = {}): void {
  const runOptions = resolveRunOptions(options);
  void describe(`${subject.name} keeps the storage contract`, () => {
    for (const requirement of selectRequirements(options.only)) {
      void test(`${requirement.id}: ${requirement.title}`, async (context) => {
        const { outcome, reason = "" } = await runRequirement(requirement, subject, runOptions);
        if (outcome === "fail") throw new Error(reason);
        if (outcome !== "pass") context.skip(reason);
      });
    }
  });
}
