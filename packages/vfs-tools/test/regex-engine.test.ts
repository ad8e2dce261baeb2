import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeRegexError } from "../src/describe-regex-error.js";
import { readPattern } from "../src/pattern-tokens.js";
import { loadRegexEngine, type RegexEngine } from "../src/regex-engine.js";
import { engines } from "./support/engines.js";
import { contents, patterns } from "./support/patterns.js";

test("takes the native engine where it can be loaded, and keeps it", async () => {
  const engine = await loadRegexEngine();
  expect(engine.name).toBe("re2");
  expect(await loadRegexEngine()).toBe(engine);
});

const faults: readonly [pattern: string, fault: string][] = [
  ["foo(", 'a "(" is not closed'],
  ["foo)", 'a ")" has no "("'],
  ["[a", 'a "[" is not closed'],
  ["[]", 'a "[" is not closed'],
  ["[z-a]", "there is no such range or class of characters: z-a"],
  ["[[:foo:]]", "there is no such range or class of characters: [:foo:]"],
  ["\\p{Foo}", "there is no such range or class of characters: \\p{Foo}"],
  ["\\p{Alphabetic}", "there is no such range or class of characters: \\p{Alphabetic}"],
  ["\\p{Letter}", "there is no such range or class of characters: \\p{Letter}"],
  ["*x", "there is nothing to repeat: *"],
  ["a|*", "there is nothing to repeat: *"],
  ["a**", "a repetition is itself repeated: **"],
  ["a{2,1}", "a repetition has impossible counts: {2,1}"],
  ["(?=a)", "lookaround, backreferences and other Perl groups do not exist in RE2: (?="],
  ["(?!a)", "lookaround, backreferences and other Perl groups do not exist in RE2: (?!"],
  ["(?<=a)b", "lookaround, backreferences and other Perl groups do not exist in RE2: (?<="],
  ["(?<!a)b", "lookaround, backreferences and other Perl groups do not exist in RE2: (?<!"],
  ["(?>a)", "lookaround, backreferences and other Perl groups do not exist in RE2: (?>"],
  ["(a)\\1", "backreferences do not exist in RE2: \\1"],
  ["\\k<n>", "backreferences do not exist in RE2: \\k"],
  ["\\Z", "there is no such escape in RE2: \\Z"],
  ["\\C", "there is no such escape in RE2: \\C"],
  ["\\cA", "there is no such escape in RE2: \\c"],
  ["[\\Qa\\E]", "there is no such escape in RE2: \\Q"],
  ["a\\", "it ends in a lone backslash"],
  ["(?P<a>x)(?P<a>y)", "two groups have the same name"],
  ["(?P<é>a)", "a group has an impossible name: (?P<é>"],
];

const valid = [
  "",
  "a|",
  "()",
  "(|a)*",
  "^*",
  "$+",
  "\\b+",
  "[]a]",
  "[a-]",
  "[^]a]",
  "a{,3}",
  "a{3",
  "{",
  "}",
  "]",
  "x{0}",
  "(?i)a",
  "(?sU)a",
  "(?-m)a",
  "(?m-i:a)",
  "(?P<n>a)",
  "(?<n>a)",
  "\\pL",
  "\\p{Greek}",
  "\\p{^Lu}",
  "[[:alpha:]]",
  "[[:^digit:]]",
  "\\x41",
  "\\x{e9}",
  "\\u0041",
  "\\u{1F600}",
  "[\\u0041]",
  "\\0",
  "\\12",
  "\\_",
  "\\/",
  "/",
  "\\Qa/b\\E",
  "\\Q(",
  "[(?<]",
  "\\a\\f\\v",
  "\\z\\A",
];

describe.each(engines.map((engine) => [engine.name, engine] as const))("%s", (_name, engine) => {
  test.each(faults)("refuses %s", (pattern, fault) => {
    expect(faultOf(engine, pattern)).toBe(fault);
  });

  test.each(valid)("takes %j", (pattern) => {
    expect(faultOf(engine, pattern)).toBeUndefined();
    for (const begin of [true, false]) {
      for (const end of [true, false]) {
        const source = readPattern(pattern).source({ begin, end });
        expect(() => engine.compile(source, { multiline: true, ignoreCase: true })).not.toThrow();
      }
    }
  });

  test("searches in bytes", () => {
    const program = engine.compile("b");
    expect(program.search(Buffer.from("éab"))).toBe(3);
    expect(program.search(Buffer.from("éa"))).toBe(-1);
    expect(program.search(Buffer.from("éab").subarray(2))).toBe(1);
    expect(program.test(Buffer.from("b"))).toBe(true);
  });

  test("has the flags", () => {
    const bytes = Buffer.from("a\nB");
    expect(engine.compile("b").test(bytes)).toBe(false);
    expect(engine.compile("b", { ignoreCase: true }).test(bytes)).toBe(true);
    expect(engine.compile("^B").test(bytes)).toBe(false);
    expect(engine.compile("^B", { multiline: true }).test(bytes)).toBe(true);
    expect(engine.compile("a.B").test(bytes)).toBe(false);
    expect(engine.compile("a.B", { dotAll: true }).test(bytes)).toBe(true);
  });

  test("an offset for many lines lies in or before the first that matches", () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index}\n`);
    const program = engine.compile("(?:line 321|line 4\\d\\d)$", { multiline: true });
    const offset = program.candidate(Buffer.from(lines.join("")));
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(offset).toBeLessThanOrEqual(lines.slice(0, 321).join("").length);
    expect(program.candidate(Buffer.from("nothing\n"))).toBe(-1);
  });
});

test("the engines give the same answers", () => {
  fc.assert(
    fc.property(patterns, fc.boolean(), contents, (pattern, ignoreCase, content) => {
      const text = Buffer.from(content.toString("utf8"));
      const answers = engines.map((engine) => {
        const program = engine.compile(readPattern(pattern).expanded, { ignoreCase, multiline: true });
        return [program.test(text), program.search(text)];
      });
      expect(answers[1]).toEqual(answers[0]);
    }),
    { numRuns: 120 },
  );
});

function faultOf(engine: RegexEngine, pattern: string): string | undefined {
  const { fault, expanded } = readPattern(pattern);
  if (fault !== undefined) return fault;
  try {
    engine.compile(expanded);
    return undefined;
  } catch (error) {
    return describeRegexError(error);
  }
}
