import { describe, test } from "vitest";
import { type CheckOptions, resolveRunOptions, selectRequirements } from "./check-storage.js";
import { runRequirement } from "./run-requirement.js";
import type { StorageUnderTest } from "./storage-under-test.js";

export type { CheckOptions } from "./check-storage.js";
export type { CreatedStorage, StorageTraits, StorageUnderTest } from "./storage-under-test.js";

/**
 * Declares one vitest test for each requirement. What is skipped, or absent from the store, shows as skipped with its
 * reason.
 */
export function describeStorage(subject: StorageUnderTest, options: CheckOptions = {}): void {
  const runOptions = resolveRunOptions(options);
  describe(`${subject.name} keeps the storage contract`, () => {
    for (const requirement of selectRequirements(options.only)) {
      // Twice the limit, as disposing has one of its own: the suite's report is to come before the runner's.
      test(`${requirement.id}: ${requirement.title}`, {
        timeout: runOptions.timeLimitMs * 2 + 1000,
      }, async (context) => {
        const { outcome, reason = "" } = await runRequirement(requirement, subject, runOptions);
        if (outcome === "fail") throw new Error(reason);
        if (outcome !== "pass") context.skip(reason);
      });
    }
  });
}
