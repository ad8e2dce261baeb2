import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { wellFormedRuns } from "../src/well-formed-runs.js";
import { contents } from "./support/patterns.js";

test.each([
  ["plain text", [0x61, 0x62], [[0, 2]]],
  ["nothing", [], [[0, 0]]],
  [
    "a byte that is none between two that are",
    [0x61, 0xff, 0x62],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  [
    "a character that is cut at the end",
    [0x61, 0xc3],
    [
      [0, 1],
      [2, 2],
    ],
  ],
  [
    "an overlong form",
    [0xe0, 0x80, 0x80],
    [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ],
  ],
  [
    "a surrogate",
    [0xed, 0xa0, 0x80, 0x61],
    [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 4],
    ],
  ],
])("splits %s", (_name, bytes, runs) => {
  expect([...wellFormedRuns(Uint8Array.from(bytes))]).toEqual(runs);
});

test("every run is UTF-8, every byte between two runs is not, and UTF-8 is one run", () => {
  fc.assert(
    fc.property(fc.oneof(contents, fc.uint8Array().map(Buffer.from)), (bytes) => {
      const runs = [...wellFormedRuns(bytes)];
      let next = 0;
      for (const [start, end] of runs) {
        expect(start).toBe(next);
        expect(isUtf8(bytes.subarray(start, end))).toBe(true);
        next = end + 1;
      }
      expect(next).toBe(bytes.length + 1);
      expect(runs.length === 1).toBe(isUtf8(bytes));
    }),
  );
});
