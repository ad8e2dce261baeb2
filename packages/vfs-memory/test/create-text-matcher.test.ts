import fc from "fast-check";
import { expect, test } from "vitest";
import { createTextMatcher } from "../src/create-text-matcher.js";

const encode = (text: string) => new TextEncoder().encode(text);
const contains = (content: Uint8Array, query: string) => createTextMatcher(query, () => undefined)(content);

test.each<[content: string, query: string, found: boolean]>([
  ["hello World", "WORLD", true],
  ["hello World", "lo w", true],
  ["hello World", "word", false],
  ["", "", true],
  ["a", "", true],
  ["", "a", false],
  ["use --help", "--help", true],
  ["a.*b", ".*", true],
  ["axxb", ".*", false],
  ["Übergröße", "ÜBERGRÖSSE", true],
  ["ÜBER", "über", true],
  ["ΟΔΟΣ", "οδος", true],
  ["οδός", "ΟΔΌΣ", true],
  ["273 \u212a", "k", true],
  ["\ufeffbyte order mark", "\ufeffBYTE", true],
  ["a\0b", "\0B", true],
  ["😀 grin", "😀 G", true],
  ["😀", "\ud83d", false],
])("%j contains %j: %s", async (content, query, found) => {
  expect(await contains(encode(content), query)).toBe(found);
});

test("bytes that are not UTF-8 neither fail nor hide the rest", async () => {
  const content = Uint8Array.from([0xff, 0xfe, ...encode("Needle"), 0xc3, 0x80 - 1, 0xe2, 0x82]);
  expect(await contains(content, "needle")).toBe(true);
  expect(await contains(content, "thread")).toBe(false);
  expect(await contains(new Uint8Array(200_000).fill(0x80), "x")).toBe(false);
});

test("finds what lies across the pieces of a large content", async () => {
  for (const needle of ["needle", "é😀€", "ß", "x".repeat(100), `${"ab".repeat(50)}c`]) {
    const bytes = encode(needle);
    for (let start = 65_536 - bytes.length - 1; start <= 65_537; start++) {
      const content = new Uint8Array(70_000).fill(0x2e);
      content.set(bytes, start);
      expect(await contains(content, needle.toUpperCase())).toBe(true);
      expect(await contains(content, `${needle}!`)).toBe(false);
    }
  }
});

test("law: every part of a text is found in it, in any case", async () => {
  const text = fc.string({ unit: "binary", maxLength: 200 }).filter((text) => text.isWellFormed());
  const wayOfCase = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.toLowerCase(),
  );
  await fc.assert(
    fc.asyncProperty(text, text, text, wayOfCase, wayOfCase, async (before, part, after, one, other) => {
      expect(await contains(encode(one(before + part + after)), other(part))).toBe(true);
    }),
  );
});

test("law: long texts are found exactly where the native search finds them", async () => {
  // Two letters only, so that beginnings of the text recur in it.
  const letters = (lengths: { minLength: number; maxLength: number }) =>
    fc.string({ unit: fc.constantFrom("A", "B"), ...lengths });
  await fc.assert(
    fc.asyncProperty(
      letters({ minLength: 0, maxLength: 6 }),
      fc.integer({ min: 10, max: 20 }),
      letters({ minLength: 1, maxLength: 10 }),
      letters({ minLength: 0, maxLength: 300 }),
      async (period, times, end, text) => {
        const query = period.repeat(times) + end;
        const content = text + query.slice(1) + query.slice(0, -1) + text;
        expect(await contains(encode(content), query)).toBe(content.includes(query));
      },
    ),
  );
});

test("a query that is built against the native search stays linear", async () => {
  const content = new Uint8Array(2_000_000).fill(0x61);
  const query = `${"a".repeat(20_000)}b${"a".repeat(20_000)}`;
  expect(await contains(content, query)).toBe(false);
});
