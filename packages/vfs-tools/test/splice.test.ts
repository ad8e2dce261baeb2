import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSpans, type Span } from "../src/find-spans.js";
import { Splice } from "../src/splice.js";

function edit(file: string, wanted: string, replacement: string, all = true, maximumBytes = Number.POSITIVE_INFINITY) {
  const bytes = Buffer.from(file);
  const spans = spansIn(bytes, Buffer.from(wanted), all);
  return splice(bytes, spans, Buffer.from(replacement), maximumBytes)?.toString();
}

function* spansIn(file: Buffer, wanted: Buffer, all: boolean): Generator<Span> {
  for (const span of findSpans(file, wanted, { all })) if (span !== undefined) yield span;
}

function splice(file: Buffer, spans: Iterable<Span>, replacement: Buffer, maximumBytes: number): Buffer | undefined {
  const result = new Splice(file, replacement, maximumBytes);
  for (const span of spans) if (!result.add(span)) return undefined;
  return result.finish();
}

describe("Splice", () => {
  test.each([
    ["no line break in the span: the most frequent one", "a\r\nb\r\nc\n", "b", "B\nx", "a\r\nB\r\nx\r\nc\n"],
    ["a tie is a line feed", "a\r\nb\nc", "c", "C\nx", "a\r\nb\nC\nx"],
    ["no line break in the file", "abc", "b", "\n", "a\nc"],
    ["each takes the place of its own", "a\nb\r\nc\n", "a\nb\nc", "1\n2\n3", "1\n2\r\n3\n"],
    ["past the last: the most frequent one", "a\r\nb\nc\nd", "a\nb", "1\n2\n3", "1\r\n2\n3\nc\nd"],
    ["an explicit line ending stays", "a\nb\n", "a", "x\r\ny", "x\r\ny\nb\n"],
    ["an explicit one takes a place, too", "a\nb\r\nc\n", "a\nb\nc", "1\r\n2\n3", "1\r\n2\r\n3\n"],
    ["starting inside a line ending", "a\r\nb\r\n", "\nb", "\nB", "a\r\nB\r\n"],
    ["deleting from inside a line ending", "a\r\nb\r\n", "\nb", "", "a\r\n"],
    ["ending inside a line ending", "a\r\nb\r\n", "a\r", "x", "x\r\nb\r\n"],
    ["ending inside a line ending, as the replacement does", "a\r\nb\r\n", "a\r", "x\r", "x\r\nb\r\n"],
    ["only the return of a line ending", "a\r\nb\r\n", "\r", "", "a\r\nb\r\n"],
    ["joining lines", "a\r\nb\r\n", "\n", " ", "a b "],
    ["a lone return is a character", "a\rb", "\r", "-", "a-b"],
    ["neighbours", "ababab", "ab", "x", "xxx"],
    ["nothing is interpreted", "a", "a", "$& $1 \\n &amp; $'", "$& $1 \\n &amp; $'"],
  ])("%s", (_, file, wanted, replacement, expected) => {
    expect(edit(file, wanted, replacement)).toBe(expected);
  });

  test("stops before it makes more than the maximum", () => {
    expect(edit("aaaa", "a", "bb", true, 8)).toBe("bbbbbbbb");
    expect(edit("aaaa", "a", "bb", true, 7)).toBeUndefined();
    expect(edit("a\r\na\r\n", "a", "\n", true, 8)).toBe("\r\n\r\n\r\n\r\n");
    expect(edit("a\r\na\r\n", "a", "\n", true, 7)).toBeUndefined();
    expect(edit("a".repeat(1_000_000), "a", "b".repeat(1_000_000), true, 1_048_576)).toBeUndefined();
  });

  test("half a million matches in one mebibyte", () => {
    const file = "ab".repeat(1 << 19);
    expect(edit(file, "a", "c")).toBe("cb".repeat(1 << 19));
    expect(edit(file, "ab", "\n", true)).toBe("\n".repeat(1 << 19));
    expect(edit("\r\n".repeat(1 << 19), "\n", "x\n")).toBe("x\r\n".repeat(1 << 19));
  });

  test("a file of only \\r\\n never gains a bare \\n", () => {
    const unit = fc.constantFrom("a", "b", "\r\n", "\n", "\r");
    const line = fc.string({ unit: fc.constantFrom("a", "b", "\r"), maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 2, maxLength: 6 }),
        fc.string({ unit, minLength: 1, maxLength: 5 }),
        fc.string({ unit, maxLength: 5 }),
        fc.boolean(),
        (lines, wanted, replacement, all) => {
          const result = edit(lines.join("\r\n"), wanted, replacement, all || !overlaps(wanted));
          expect(result).not.toMatch(/(?<!\r)\n/);
        },
      ),
      { numRuns: 700 },
    );
  });

  test("bytes outside the spans never change", () => {
    const bytes = fc.uint8Array({ max: 255, maxLength: 60 });
    fc.assert(
      fc.property(bytes, fc.nat(), fc.nat(4), fc.uint8Array({ maxLength: 8 }), (content, at, extra, replacement) => {
        const file = Buffer.from(content);
        if (file.length === 0) return;
        const start = at % file.length;
        const spans = [...spansIn(file, file.subarray(start, start + 1 + extra), true)];
        const result = splice(file, spans, Buffer.from(replacement), 100_000)!;
        const pattern: Buffer[] = [];
        let position = 0;
        for (const span of spans) {
          pattern.push(file.subarray(position, span.start));
          position = span.end;
        }
        pattern.push(file.subarray(position));
        let from = 0;
        for (const kept of pattern) {
          const found = result.indexOf(kept, from);
          expect(found).toBeGreaterThanOrEqual(from);
          from = found + kept.length;
        }
        expect(result.subarray(0, pattern[0]!.length).equals(pattern[0]!)).toBe(true);
        expect(result.subarray(result.length - pattern.at(-1)!.length).equals(pattern.at(-1)!)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

/** Spans that overlap cannot be spliced: a text that can overlap itself is replaced from the left. */
function overlaps(text: string): boolean {
  return Array.from(text, (_, index) => index).some((index) => index > 0 && text.startsWith(text.slice(index)));
}
