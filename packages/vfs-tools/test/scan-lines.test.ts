import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LinePattern } from "../src/line-pattern.js";
import { createPacer } from "../src/pacer.js";
import type { RegexEngine, RegexProgram } from "../src/regex-engine.js";
import { scanLines } from "../src/scan-lines.js";
import { searchableText } from "../src/searchable-text.js";
import { engines } from "./support/engines.js";
import { linesOf, matchingLines } from "./support/line-oracle.js";
import { contents, patterns } from "./support/patterns.js";

interface Found {
  readonly lines: string[];
  readonly numbers: number[];
  readonly skipped: number;
  readonly inTime: boolean;
}

async function scan(pattern: LinePattern, content: Buffer, mayContinue = () => true): Promise<Found> {
  const text = searchableText(content, "utf-8");
  const found = { lines: [] as string[], numbers: [] as number[], skipped: 0 };
  const visitor = {
    add(start: number, end: number) {
      found.lines.push(text.toString("latin1", start, end));
      found.numbers.push(text.toString("latin1", 0, start).split("\n").length);
      return true;
    },
    skip() {
      found.skipped++;
    },
  };
  const inTime = await scanLines(text, { pattern, pace: createPacer(), mayContinue }, visitor);
  return { ...found, inTime };
}

describe.each(engines.map((engine) => [engine.name, engine] as const))("%s", (_name, engine) => {
  test("finds what the pattern finds in each line by itself, whatever the size of the pieces", async () => {
    await fc.assert(
      fc.asyncProperty(
        patterns,
        fc.boolean(),
        contents,
        fc.integer({ min: 1, max: 40 }),
        async (source, ignoreCase, content, bytes) => {
          const pattern = new LinePattern(engine, source, ignoreCase);
          pattern.pieceBytes = bytes;
          const { numbers, lines } = await scan(pattern, content);
          expect(numbers).toEqual(matchingLines(source, ignoreCase, content));
          const all = linesOf(content).map((line) => line.toString("latin1"));
          expect(lines).toEqual(numbers.map((number) => all[number - 1]));
        },
      ),
      { numRuns: 120 },
    );
  });

  test("what is absent from a file is in none of its lines, whatever ends them", () => {
    const literals = fc.constantFrom("", "a", "ab", "é", "\r", "\n", "a\r", "b\n");
    fc.assert(
      fc.property(fc.oneof(literals, patterns), fc.boolean(), contents, (source, ignoreCase, content) => {
        const isAbsent = new LinePattern(engine, source, ignoreCase).isAbsent(content);
        expect(isAbsent && matchingLines(source, ignoreCase, content).length > 0).toBe(false);
      }),
      { numRuns: 120 },
    );
    expect(new LinePattern(engine, "ab", false).isAbsent(Buffer.from("b\r\na"))).toBe(true);
    expect(new LinePattern(engine, "\\w+ab(x|y)", false).isAbsent(Buffer.from("cax\r\nb"))).toBe(true);
  });

  test.each([
    ["^$", "a\n\nb\r\n\r\n", [2, 4]],
    ["a*", "x\n\ny", [1, 2, 3]],
    ["", "x\n", [1]],
    ["", "", []],
    ["^", "\n", [1]],
    ["end$", "foo end\r\nbar\r\n", [1]],
    ["^bar$", "foo end\r\nbar\r\n", [2]],
    ["\\Abar\\z", "foo\nbar\nbaz", [2]],
    ["(?-m)^bar$", "foo\nbar", [2]],
    ["o\\s+b", "foo\nbar\no b", [3]],
    ["[^x]*r$", "foo\nbar", [2]],
    ["(?s)f.*r", "foo\nbar\nfar", [3]],
    ["\\r", "a\r\nb\rc\r\r\n", [2]],
    ["\\Qa/b\\E", "a/b\n", [1]],
    ["--help", "use --help\n", [1]],
  ])("%j in %j", async (source, text, numbers) => {
    expect((await scan(new LinePattern(engine, source, false), Buffer.from(text))).numbers).toEqual(numbers);
  });

  test("bytes that are not UTF-8 match nothing and leave the rest of the line as it is", async () => {
    const content = Buffer.from("caf\xe9 au lait\n\xff\n", "latin1");
    const numbers = async (source: string) => (await scan(new LinePattern(engine, source, false), content)).numbers;
    expect(await numbers("^caf")).toEqual([1]);
    expect(await numbers("lait$")).toEqual([1]);
    expect(await numbers("caf.")).toEqual([]);
    expect(await numbers("caf[^x]")).toEqual([]);
    expect(await numbers("caf$")).toEqual([]);
    expect(await numbers("^ au")).toEqual([]);
    expect(await numbers("\\bau")).toEqual([1]);
    expect(await numbers("^")).toEqual([1, 2]);
    expect(await numbers(".")).toEqual([1]);
  });

  test.each(["(a+)+$", "(.*)*x", "(x|x|x)*y", "(x+x+)+y", "[\\s\\S]*zz[\\s\\S]*y", ".{0,127}[!?].{0,120}z"])(
    "gives way to others while it searches for %s",
    async (source) => {
      const content = Buffer.from(`${"a".repeat(40)}!\n`.repeat(3_000));
      let turns = 0;
      const timer = setInterval(() => turns++, 1);
      const { inTime, skipped } = await scan(new LinePattern(engine, source, false), content);
      clearInterval(timer);
      expect({ inTime, skipped }).toEqual({ inTime: true, skipped: 0 });
      expect(turns).toBeGreaterThanOrEqual(0);
    },
  );

  test("finds a match in a line of a megabyte", async () => {
    const content = Buffer.from(`short\n${"x".repeat(1024 * 1024)}needle\nlast needle\n`);
    const { numbers, skipped } = await scan(new LinePattern(engine, "needle", false), content);
    expect({ numbers, skipped }).toEqual({ numbers: [2, 3], skipped: 0 });
  });
});

/** An engine whose every call on that many bytes or more takes as long as it says. */
function slowEngine(millisecondsPerKilobyte: number, calls: number[], fromBytes = 0): RegexEngine {
  const real = engines[0]!;
  const spend = (bytes: Buffer) => {
    calls.push(bytes.length);
    if (bytes.length < fromBytes) return;
    const end = performance.now() + (bytes.length / 1024) * millisecondsPerKilobyte;
    while (performance.now() < end);
  };
  const slow = (program: RegexProgram): RegexProgram => ({
    test: (bytes) => (spend(bytes), program.test(bytes)),
    search: (bytes) => (spend(bytes), program.search(bytes)),
    candidate: (bytes) => (spend(bytes), program.candidate(bytes)),
    rehearse: spend,
  });
  return { ...real, compile: (source, flags) => slow(real.compile(source, flags)) };
}

test("asks a slow engine for less at a time", async () => {
  const calls: number[] = [];
  const pattern = new LinePattern(slowEngine(1, calls), "[n]eedle", false);
  await scan(pattern, Buffer.from("some line\n".repeat(20_000)));
  expect(calls[0]).toBeGreaterThan(50_000);
  expect(Math.min(...calls.slice(1, -1))).toBeLessThan(40_000);
});

test("passes over a line that would take too long, and finds the others", async () => {
  const calls: number[] = [];
  const pattern = new LinePattern(slowEngine(4, calls), "[n]eedle", false);
  const { numbers, skipped } = await scan(pattern, Buffer.from(`needle\n${"x".repeat(200_000)}\nneedle\n`));
  expect({ numbers, skipped }).toEqual({ numbers: [1, 3], skipped: 1 });
  expect(Math.max(...calls)).toBeLessThan(100_000);
});

test("passes over a line for which the engine would give up what makes it fast on short texts", async () => {
  const calls: number[] = [];
  const pattern = new LinePattern(slowEngine(3, calls, 3_000), "\\pL{40}\\d", false);
  const { numbers, skipped } = await scan(pattern, Buffer.from(`${"x".repeat(200_000)}1\n${"y".repeat(40)}1\n`));
  expect({ numbers, skipped }).toEqual({ numbers: [2], skipped: 1 });
  expect(Math.max(...calls)).toBeLessThan(10_000);
});

test.each([
  ["\\pL{5}\\d", { numbers: [1, 2], skipped: 0 }],
  // It would be quick until something matches, but then take seconds to find where that starts.
  ["\\pL{40}\\d", { numbers: [2], skipped: 1 }],
])("the native engine looks for %s in a line of a megabyte only where that is quick", async (source, expected) => {
  const content = Buffer.from(`${"aé中".repeat(150_000)}1\n${"a".repeat(40)}1\n`);
  expect(await scan(new LinePattern(engines[0]!, source, false), content)).toMatchObject(expected);
});

test("stops when its time is over, and when its signal aborts", async () => {
  const pattern = new LinePattern(engines[0]!, "a", false);
  let steps = 0;
  const content = Buffer.from("a\n".repeat(1_000));
  const { inTime, numbers } = await scan(pattern, content, () => ++steps <= 10);
  expect(inTime).toBe(false);
  expect(numbers).toHaveLength(10);

  const pace = createPacer(AbortSignal.abort(new Error("enough")));
  const visitor = { add: () => true, skip: () => undefined };
  await expect(scanLines(content, { pattern, pace, mayContinue: () => true }, visitor)).rejects.toThrow("enough");
});

describe("what may be searched for", () => {
  const refusal = (source: string) => {
    try {
      new LinePattern(engines[0]!, source, false);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each([
    ["a pattern of 1,001 characters", "a".repeat(1_001), /longer than 1,000 characters/],
    ["counts that multiply past 256", "((.{0,31}){0,31})!!zz", /multiply past 256/],
    ["one count past 256", "a{257}", /multiply past 256/],
    ["too many counts side by side", "(.{0,200}a)".repeat(8), /too large/],
    ["too many Unicode classes", "\\pL".repeat(100), /too large/],
    ["an invalid pattern", "foo(", /not valid.*"\(" is not closed/],
  ])("not %s", (_name, source, message) => {
    expect(refusal(source)).toMatch(message);
    expect(refusal(source)).toMatch(/^argument "pattern" /);
  });

  test.each(["a".repeat(1_000), "a{256}", "(a{16}){16}", "\\Qa{300}\\E", "[a{300}]", ".{0,200}foo.{0,200}"])(
    "but %s",
    (source) => {
      expect(refusal(source)).toBeUndefined();
    },
  );
});
