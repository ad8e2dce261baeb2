import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSpans } from "../src/find-spans.js";

const spansOf = (file: string | Buffer, wanted: string, all = false) =>
  [...findSpans(Buffer.from(file), Buffer.from(wanted), { all })].flatMap((span) =>
    span === undefined ? [] : [[span.start, span.end]],
  );

describe("findSpans", () => {
  test.each([
    [
      "abcabc",
      "bc",
      [
        [1, 3],
        [4, 6],
      ],
    ],
    [
      "aaa",
      "aa",
      [
        [0, 2],
        [1, 3],
      ],
    ],
    [
      "abab abab",
      "abab",
      [
        [0, 4],
        [5, 9],
      ],
    ],
    ["a\r\nb\r\n", "a\nb", [[0, 4]]],
    ["a\r\nb\r\n", "\nb", [[1, 4]]],
    ["a\r\nb\r\n", "a\r", [[0, 1]]],
    ["a\r\nb\r\nc", "b\r\nc", [[3, 7]]],
    ["a\r\nb\r\nc", "a\r\nb\nc", [[0, 7]]],
    ["a\nb\r\nc", "a\nb\nc", [[0, 6]]],
    ["a\nb\nc", "a\r\nb", []],
    ["a\r\nb\nc", "a\r\nb\r\nc", []],
    ["a\nb a\r\nb", "a\nb", [[0, 3]]],
    ["q\r\na\r\nb", "q\na\r", [[0, 4]]],
    [
      "\r\n\r\n\r\n",
      "\n\n",
      [
        [0, 4],
        [2, 6],
      ],
    ],
    ["\r\r\n", "\n", [[1, 3]]],
    ["\uFEFFhi", "hi", [[3, 5]]],
    ["\uFEFFhi", "\uFEFFhi", []],
    ["a\uFEFFb", "\uFEFFb", [[1, 5]]],
    ["", "a", []],
    ["é", "\uFFFD", []],
  ])("%j holds %j at %j", (file, wanted, expected) => {
    expect(spansOf(file, wanted)).toEqual(expected);
  });

  test("all: from the left, without overlap", () => {
    expect(spansOf("aaaaa", "aa", true)).toEqual([
      [0, 2],
      [2, 4],
    ]);
    expect(spansOf("\r\n\r\n\r\n", "\n\r", true)).toEqual([
      [0, 2],
      [2, 4],
    ]);
    expect(spansOf("\r\n\r\n\r\n", "\n\n", true)).toEqual([[0, 4]]);
  });

  test("finds what a plain search finds", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r", "\r\n"), maxLength: 40 });
    const wanted = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r"), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(text, wanted, fc.boolean(), (file, sought, all) => {
        const expected: [number, number][] = [];
        let tolerant = false;
        const collect = () => {
          for (let at = 0; at < file.length; at++) {
            const end = tolerant ? endOfMatch(file, sought, at) : file.startsWith(sought, at) ? at + sought.length : -1;
            const repeats = tolerant && file[at] === "\n" && file[at - 1] === "\r";
            if (end === -1 || repeats || (all && at < reached)) continue;
            const start = file[at] === "\n" && file[at - 1] === "\r" ? at - 1 : at;
            expected.push([start, file[end] === "\n" && file[end - 1] === "\r" ? end - 1 : end]);
            reached = end;
          }
        };
        let reached = 0;
        collect();
        if (expected.length === 0) {
          tolerant = true;
          collect();
        }
        expect(spansOf(file, sought, all)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("periodic texts take linear time", () => {
    const file = Buffer.alloc(1 << 20, "a");
    const half = Buffer.alloc(1_000, "a");
    const wanted = Buffer.concat([half, Buffer.from("b"), half]);
    // A native search takes a billion steps for this; a quadratic one would not end within the test's time.
    for (let round = 0; round < 8; round++) {
      expect(spansOf(file, wanted.toString(), true)).toEqual([]);
    }
    const breaks = Buffer.from("\r\n".repeat(1 << 19));
    const many = Buffer.from("\n".repeat(100_000));
    expect(spansOf(breaks, many.toString())).toHaveLength((1 << 19) - 100_000 + 1);
  });
});

/** Where a match with tolerance for line endings ends, by the letter of the rule; -1 for none. */
function endOfMatch(file: string, wanted: string, start: number): number {
  let at = start;
  for (let index = 0; index < wanted.length; index++) {
    const unit = wanted[index];
    const isBare = unit === "\n" && wanted[index - 1] !== "\r";
    if (isBare && file.startsWith("\r\n", at)) at++;
    if (file[at] !== unit) return -1;
    // The \r of a line ending is part of it: a lone one matches it only at the very end.
    if (unit === "\r" && file[at + 1] === "\n" && wanted[index + 1] !== "\n" && index < wanted.length - 1) return -1;
    at++;
  }
  return at;
}
