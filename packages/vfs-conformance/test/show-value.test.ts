import { VfsError } from "@x/vfs";
import { expect, test } from "vitest";
import { showValue } from "../src/show-value.js";

test.each<[value: unknown, shown: string]>([
  ["a\n\0", '"a\\n\\u0000"'],
  ["\ud800", '"\\ud800"'],
  ["x".repeat(100), `"${"x".repeat(48)}…"`],
  [Uint8Array.of(1, 255), "<01 ff>"],
  [new Uint8Array(20), "<00 00 00 00 00 00 00 00 00 00 00 00 … 20 bytes>"],
  [new Date(0), "1970-01-01T00:00:00.000Z"],
  [new Date(Number.NaN), "an invalid Date"],
  [AbortSignal.abort(), "aborted signal"],
  [new AbortController().signal, "signal"],
  [new TypeError("no"), "TypeError: no"],
  [new VfsError("VFS_READ_ONLY", "no"), "VfsError VFS_READ_ONLY: no"],
  [["a", 1], '["a", 1]'],
  [Array.from({ length: 20 }, () => 1), "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, … 20 in all]"],
  [{ a: 1, b: undefined }, "{ a: 1, b: undefined }"],
  [{}, "{}"],
  [null, "null"],
  [Symbol("s"), "Symbol(s)"],
  [() => 1, "a function"],
])("%o is shown on one line", (value, shown) => {
  expect(showValue(value)).toBe(shown);
});

test("a long error message is cut", () => {
  expect(showValue(new Error("m".repeat(1000))).length).toBeLessThan(320);
});
