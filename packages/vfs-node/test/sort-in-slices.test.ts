import fc from "fast-check";
import { expect, test } from "vitest";
import { sortInSlices } from "../src/sort-in-slices.js";

const byNumber = (a: number, b: number): number => a - b;

function run(items: number[]): { sorted: number[]; steps: number } {
  const steps = sortInSlices([...items], byNumber);
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done === true) return { sorted: step.value, steps: count };
  }
}

test("sorts as sort does", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 0, max: 5_000 }), (few, size) => {
      const many = Array.from({ length: size }, (_, index) => (index * 7_919) % 1_009);
      for (const items of [few, many]) expect(run(items).sorted).toEqual([...items].sort(byNumber));
    }),
    { numRuns: 30 },
  );
});

test("in many steps where there are many", () => {
  expect(run(Array.from({ length: 100_000 }, (_, index) => -index)).steps).toBeGreaterThan(500);
});
