import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundedDiff } from "../src/unified-diff.js";

const diff = (before: string, after: string, path = "a.txt") =>
  boundedDiff(path, Buffer.from(before), Buffer.from(after));

describe("boundedDiff", () => {
  test.each([
    ["a\n", "b\n", "@@ -1 +1 @@\n-a\n+b\n"],
    ["", "a\n", "@@ -0,0 +1 @@\n+a\n"],
    ["a\n", "", "@@ -1 +0,0 @@\n-a\n"],
    ["a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"],
    ["1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\n6\nx\n8\n9\n", "@@ -4,6 +4,6 @@\n 4\n 5\n 6\n-7\n+x\n 8\n 9\n"],
    ["1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\n4\n5\n6\n7\n8\n", "@@ -5,3 +5,4 @@\n 5\n 6\n 7\n+8\n"],
  ])("%j to %j", (before, after, expected) => {
    expect(diff(before, after)).toBe(`--- a.txt\n+++ a.txt\n${expected}`);
  });

  test("bytes that are not UTF-8 are shown as U+FFFD", () => {
    const shown = boundedDiff("a", Buffer.from("caf\xe9\n", "latin1"), Buffer.from("caf\xe9s\n", "latin1"));
    expect(shown).toContain("-caf\uFFFD\n+caf\uFFFDs\n");
  });

  test("a path with a line break stays on its line", () => {
    expect(diff("a\n", "b\n", "x\n+++ y")).toContain('--- "x\\n+++ y"\n');
  });

  test("nothing in a file or a path acts on the terminal that shows it", () => {
    const shown = diff("a\r\nb\n", "a\r\n\u001b[2J\tsafe\rEVIL\u202e\n", "x\u009b2J");
    expect(shown).toBe(
      '--- "x\\u009b2J"\n+++ "x\\u009b2J"\n@@ -1,2 +1,2 @@\n a\r\n-b\n+\\u001b[2J\tsafe\\u000dEVIL\\u202e\n',
    );
  });

  test.each([
    [
      "many lines",
      "a\n".repeat(5_000),
      "b\n".repeat(5_000),
      /^a\.txt: 5000 lines removed and 5000 added, from line 1 on$/,
    ],
    ["a huge line", "a".repeat(1_000_000), `${"a".repeat(1_000_000)}b`, /1 line removed and 1 added, from line 1/],
    ["far apart", `x\n${"a\n".repeat(400_000)}x\n`, `y\n${"a\n".repeat(400_000)}y\n`, /400002 lines removed/],
    ["all different", "a\nb\n".repeat(100_000), "b\na\n".repeat(100_000), /lines removed/],
    ["no change", "a", "a", /^a\.txt: nothing changed$/],
  ])("%s: one line instead", (_, before, after, expected) => {
    const text = diff(before, after);
    expect(text).toMatch(expected);
    expect(text).not.toContain("\n");
  });

  test("is at most 8 KiB, and where it is a diff it applies", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "a longer line with 漢字 in it"), { maxLength: 30 });
    const ending = fc.constantFrom("", "\n");
    fc.assert(
      fc.property(lines, lines, lines, lines, ending, ending, (head, tail, a, b, endA, endB) => {
        const before = [...head, ...a, ...tail].join("\n") + endA;
        const after = [...head, ...b, ...tail].join("\n") + endB;
        const text = diff(before, after);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8 * 1024);
        if (text.startsWith("---")) expect(applyPatch(before, text)).toBe(after);
        else expect(before).toBe(after);
      }),
      { numRuns: 150 },
    );
  });
});
