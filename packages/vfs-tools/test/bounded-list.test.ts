import fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedList, jsonBytes } from "../src/bounded-list.js";

test("takes the longest start of the items that fits, and says when one was turned away", () => {
  const item = fc.oneof(fc.string({ unit: "binary" }), fc.record({ path: fc.string(), size: fc.nat() }));
  fc.assert(
    fc.property(fc.array(item), fc.integer({ min: 2, max: 300 }), fc.nat(20), (items, maximumBytes, maximumItems) => {
      const list = new BoundedList<unknown>({ maximumBytes, maximumItems });
      for (const one of items) list.add(one);
      expect(list.items).toEqual(items.slice(0, list.items.length));
      expect(jsonBytes(list.items)).toBeLessThanOrEqual(maximumBytes);
      expect(list.items.length).toBeLessThanOrEqual(maximumItems);
      expect(list.full).toBe(list.items.length < items.length);
    }),
  );
});

test("does not skip: after an item that is too long no other is taken", () => {
  const list = new BoundedList<string>({ maximumBytes: 20 });
  expect(["a", "b".repeat(30), "c"].map((item) => list.add(item))).toEqual([true, false, false]);
  expect(list.items).toEqual(["a"]);
});
