import { checkStorage, type StorageUnderTest } from "@x/vfs-conformance";
import { expect, test } from "vitest";
import { callersOf } from "./callers-of.js";
import type { Fault } from "./fault.js";

/** The ids that fail, with a fixed seed: what random sequences find is part of what the tests claim. */
export async function failedRequirements(subject: StorageUnderTest, only?: readonly string[]): Promise<string[]> {
  const { results } = await checkStorage(subject, { seed: 20_260, timeLimitMs: 20_000, ...(only && { only }) });
  return results.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
}

/** Each of these faulty stores must fail where its fault is named, and nowhere else. */
export function testFaults(faults: readonly Fault[]): void {
  test.each(faults.map((fault) => [`${fault.breaks}: ${fault.name}`, fault] as const))("%s", async (_title, fault) => {
    const { name, create, traits, breaks, also, within } = fault;
    // The others never come to the fault, and pass on the plain store.
    const only = within && [...new Set([breaks, ...also, ...(await callersOf(within))])];
    expect((await failedRequirements({ name, create, traits }, only)).toSorted()).toEqual([breaks, ...also].toSorted());
  });
}
