import { expect, test } from "vitest";
import { readPattern } from "../src/pattern-tokens.js";

test.each([
  ["abc", 1, 3],
  ["a{3}", 3, 3],
  ["(a{3}b){4}", 12, 16],
  ["((.{0,31}){0,31})!!zz", 961, 965],
  ["a{2,}", 2, 2],
  ["a{0}", 1, 1],
  ["(?:a|bc){10}d{5}", 10, 35],
  ["(?P<n>a{2}){3}", 6, 6],
  ["(?i:a{2}){3}", 6, 6],
  ["(?i)a{2}", 2, 2],
  ["a{3}?", 3, 3],
  ["(a{20}", 20, 20],
  ["a{20})b", 20, 21],
  // What only looks like a repetition.
  ["\\Qa{300}\\E", 1, 6],
  ["[a{300}]", 1, 1],
  ["a\\{300}", 1, 6],
  ["\\x{300}", 1, 1],
  ["\\p{L}", 1, 20],
  ["[\\pL\\d]{2}", 2, 42],
  ["a{,300}", 1, 7],
  ["a{x}", 1, 4],
  ["a{01}", 1, 5],
])("%s multiplies to %d and weighs %d", (pattern, repetitions, weight) => {
  expect(readPattern(pattern)).toMatchObject({ repetitions, weight });
});

test.each([
  ["\\Qa.b/c\\E*", "a\\.b\\/c*"],
  ["\\Q[\\d", "\\[\\\\d"],
  ["a\\Q\\Eb", "ab"],
  ["\\u0041\\u{1F600}[\\u0041]", "\\x{0041}\\x{1F600}[\\x{0041}]"],
  ["\\\\Qa", "\\\\Qa"],
])("writes %s as %s", (pattern, expanded) => {
  expect(readPattern(pattern).expanded).toBe(expanded);
});

test.each([
  ["\\Aa\\z", "^a$"],
  ["[$^]\\$\\^", "[$^]\\$\\^"],
  ["(?-m)a(?s-m:b)(?m-im:c)(?i-m)d(?-m:e)", "(?m)a(?s:b)(?m-i:c)(?i)d(?m:e)"],
  ["(?P<n>a)(b)(?<m>c)", "(?:a)(?:b)(?:c)"],
  ["[(?<]", "[\\(?<]"],
])("for lines, %s is %s", (pattern, source) => {
  expect(readPattern(pattern).source({ begin: true, end: true })).toBe(source);
});

test("an end that is denied becomes a class without a character", () => {
  const tokens = readPattern("^a$");
  expect(tokens.source({ begin: false, end: true })).toBe("[^\\x00-\\x{10FFFF}]a$");
  expect(tokens.source({ begin: true, end: false })).toBe("^a[^\\x00-\\x{10FFFF}]");
});

test.each([
  ["foo bar", "foo bar"],
  ["a\\.b\\Q.*\\E{", "a.b.*{"],
  ["", ""],
  ["é/]", "é/]"],
  ["a.b", undefined],
  ["^a", undefined],
  ["a{2}", undefined],
  ["a|b", undefined],
  ["a\\d", undefined],
  ["[a]", undefined],
  ["(?i)a", undefined],
  ["a\\", undefined],
])("%j is the text %j", (pattern, literal) => {
  expect(readPattern(pattern).literal).toBe(literal);
});

test.each([
  ["foo bar", "foo bar"],
  ["settle\\w+\\(.*\\d{4}\\)", "settle"],
  ["\\w+\\.toString\\(\\)", ".toString()"],
  ["\\Q(?i)\\E+x", "(?i)"],
  ["abcd?", "abc"],
  ["abcd*e", "abc"],
  ["abcd+e", "abcd"],
  ["abcd{2}", "abc"],
  ["abé?c", "ab"],
  ["a😀*b", "a"],
  ["ab+?c", "ab"],
  ["(abc)d", "d"],
  ["(abc)?de", "de"],
  ["x(?:a|b)yz", "yz"],
  ["(?P<n>abc|d)e", "e"],
  ["(?i:abc)d", "d"],
  ["^abc$", "abc"],
  ["a.bc", "bc"],
  ["[abc]d", "d"],
  ["\\babc\\b", "abc"],
  ["\\x{41}bc", "bc"],
  ["\\x41bc", undefined],
  ["\\101bc", undefined],
  ["ab|cd", undefined],
  ["|ab", undefined],
  ["(?i)abc", undefined],
  ["abc(?i)", undefined],
  ["a?", undefined],
  ["a*b?", undefined],
  ["(abc)", undefined],
  ["\\pL", undefined],
  ["", undefined],
])("every match of %j holds %j", (pattern, required) => {
  expect(readPattern(pattern).required).toBe(required);
});
