import { comparePaths } from "@x/vfs";
import fc from "fast-check";
import { expect, test } from "vitest";

test("orders by the bytes of UTF-8", () => {
  const path = fc.string({ unit: "binary", maxLength: 20 });
  fc.assert(
    fc.property(path, path, (a, b) => {
      expect(Math.sign(comparePaths(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
