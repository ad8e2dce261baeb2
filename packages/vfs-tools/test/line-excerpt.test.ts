import fc from "fast-check";
import { expect, test } from "vitest";
import { lineExcerpt } from "../src/line-excerpt.js";

const excerpt = (text: string, at = 0) => lineExcerpt(Buffer.from(text), () => Buffer.byteLength(text.slice(0, at)));

test("shows a line of up to 500 characters whole", () => {
  for (const text of ["", "a", "a".repeat(500), "é".repeat(500), "😀".repeat(500)]) expect(excerpt(text)).toBe(text);
});

test("shows 500 characters that hold the start of the match", () => {
  const line = `${"a".repeat(1_000)}!${"b".repeat(1_000)}`;
  expect(excerpt(line, 1_000)).toBe(`[...]${"a".repeat(100)}!${"b".repeat(399)}[...]`);
  expect(excerpt(line, 0)).toBe(`${"a".repeat(500)}[...]`);
  expect(excerpt(line, 2_000)).toBe(`[...]${"b".repeat(500)}`);
  expect(excerpt("😀".repeat(501))).toBe(`${"😀".repeat(500)}[...]`);
});

test("whatever the bytes, it is well formed, bounded, and holds the match", () => {
  const parts = fc.constantFrom(
    ...["a", "é", "中", "😀"].map((text) => Buffer.from(text)),
    Buffer.of(0xff),
    Buffer.of(0xe4, 0xb8),
  );
  const lines = fc.array(fc.tuple(parts, fc.integer({ min: 1, max: 300 })), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const bytes = (runs: [Buffer, number][]) =>
        Buffer.concat(runs.flatMap(([part, times]) => Array<Buffer>(times).fill(part)));
      const head = bytes(before);
      const line = Buffer.concat([head, Buffer.from("!"), bytes(after)]);
      const shown = lineExcerpt(line, () => head.length);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown).toContain("!");
      const whole = Array.from(line.toString("utf8"));
      if (whole.length <= 500) {
        expect(shown).toBe(whole.join(""));
      } else {
        expect(Array.from(shown.replaceAll("[...]", ""))).toHaveLength(500);
        expect(line.toString("utf8")).toContain(shown.replaceAll("[...]", ""));
      }
    }),
  );
});
