import { storageRequirements } from "@x/vfs-conformance";
import { expect, test } from "vitest";
import { failedRequirements } from "./support/failed-requirements.js";
import { methodFaults, otherFaults } from "./support/faults/all-faults.js";
import { createPlainStorage } from "./support/plain-storage.js";

// Two more files run the suite on each of these stores, and hold what is stated here to what it finds.
const faults = [...methodFaults, ...otherFaults];

test("the store that the faults are put into has none", async () => {
  const every = Object.keys(createPlainStorage().every) as Parameters<typeof createPlainStorage>[0];
  expect(await failedRequirements({ name: "plain", create: () => ({ storage: createPlainStorage(every) }) })).toEqual(
    [],
  );
});

/** Faults of which nothing is told when this requirement is taken out. */
function unseenWithout(id: string): readonly string[] {
  return faults.filter(({ breaks, also }) => breaks === id && also.length === 0).map(({ name }) => name);
}

test.each(storageRequirements.filter(({ level }) => level === "must").map(({ id }) => id))(
  "without %s a faulty store would pass",
  (id) => {
    expect(unseenWithout(id)).not.toEqual([]);
  },
);

test("every fault is another, and names requirements that exist", () => {
  const ids = new Set(storageRequirements.map(({ id }) => id));
  expect(faults.length).toBeGreaterThanOrEqual(40);
  expect(new Set(faults.map(({ breaks, name }) => `${breaks}: ${name}`)).size).toBe(faults.length);
  expect(faults.flatMap(({ breaks, also }) => [breaks, ...also]).filter((id) => !ids.has(id))).toEqual([]);
});
