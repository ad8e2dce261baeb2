import { checkStorage, type StorageUnderTest } from "@x/vfs-conformance";
import { expect, test } from "vitest";
import type { Fault } from "./fault.js";

/** The ids that fail, with a fixed seed: what random sequences find is part of what the tests claim. */
export async function failedRequirements(subject: StorageUnderTest): Promise<string[]> {
  const { results } = await checkStorage(subject, { seed: 20_260, timeLimitMs: 20_000 });
  return results.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
}

/** Each of these faulty stores must fail where its fault is named, and nowhere else. */
export function testFaults(faults: readonly Fault[]): void {
  test.each(faults.map((fault) => [`${fault.breaks}: ${fault.name}`, fault] as const))("%s", async (_title, fault) => {
    const failed = await failedRequirements({ name: fault.name, create: fault.create, traits: fault.traits });
    expect(failed.toSorted()).toEqual([fault.breaks, ...fault.also].toSorted());
  });
}
