import { describe, expect, test } from "vitest";
import { explainMiss } from "../src/explain-miss.js";
import { findSpans } from "../src/find-spans.js";
import { createRandom, type Random } from "./support/random.js";

const explain = (file: string, wanted: string) => explainMiss(Buffer.from(file), wanted);

describe("explainMiss", () => {
  test.each([
    [
      "untouched   \nreplace me   \nafter\n",
      "replace me\nafter",
      /lines 2-3, .*white space at the end, first in line 2/,
    ],
    ["a\n    if x:\n", "\tif x:", /line 2, .*tabs and spaces: .*" {4}if x:".*"\\tif x:"/],
    ["a\n    if x:\n", "      if x:", /line 2, .*white space at the start/],
    ["a = b +  c\n", "a = b + c", /line 1, .*white space inside/],
    ["x = 'one'\n", 'x = "one"', /line 1, .*quotes/],
    ["say “one”\n", 'say "one"', /line 1, .*quotes: the file has "say \\u201cone\\u201d"/],
    ["a – b\n", "a - b", /line 1, .*dashes/],
    ["caf\u00e9 noir\n", "cafe\u0301 noir", /line 1, .*Unicode form/],
    ["\ud55c\uae00\n", "\ud55c\uae00".normalize("NFD"), /line 1, .*Unicode form/],
    ["const Foo = 1;\n", "const foo = 1;", /line 1, .*upper and lower case/],
    ['print("a\\nb")\n', 'print("a\nb")', /line 1, .*escaped characters/],
    ["one\ntwo\n", "one\\ntwo", /lines 1-2, .*escaped characters/],
    ["if (a && b) {\n", "if (a &amp;&amp; b) {", /line 1, .*escaped characters/],
    ['say "hi"\n', 'say \\"hi\\"', /line 1, .*escaped characters/],
    ["a\u00a0b c\n", "a b c", /line 1, .*white space inside: the file has "a\\u00a0b c"/],
    ["a\u200bb c\n", "ab c", /line 1, .*invisible/],
    ["one\n\ntwo\n", "one\ntwo", /lines 1-3, .*where lines break/],
    ["one two\n", "one\ntwo", /line 1, .*where lines break/],
    ["one\ntwo\n", "one\r\ntwo", /lines 1-2, .*line ending/],
    ["one\r\ntwo \r\n", "one\ntwo\n", /lines 1-2, .*white space at the end, first in line 2/],
    ["foo\nbar\n", "1\tfoo\n2\tbar", /line-number prefixes of read_file.*without them it is at lines 1-2/],
    [
      "foo\nbar\n",
      "     1\tfoo\n     2\tBar",
      /line-number prefixes.*lines 1-2, .*upper and lower case, first in line 2/,
    ],
    [
      "f {\n  y := 2\n}\n",
      "f {\n  y := 99\n}",
      /lines 1-3, .*the text, first in line 2: the file has " {2}y := 2", .*" {2}y := 99"/,
    ],
    ["\uFEFFhi there\n", "\uFEFFhi there", /line 1, .*invisible/],
    ["a\nx\nb\n  x \n", "\tx\t", /line 4, .*white space at the end, tabs and spaces/],
    ["alpha\nbeta\n", "nothing like it", /nothing in the file is close/],
    ["alpha\n", " \n", /is white space/],
    ["alpha\n", "\\", /nothing in the file is close/],
    ["caf\ufffd\n", "caf", /./],
  ])("%j has no %j", (file, wanted, expected) => {
    expect(explain(file, wanted)).toMatch(expected);
  });

  test("prefixes over a text that is not there either read as one sentence", () => {
    expect(explain("alpha beta\n", "1\talpha  beta")).toMatch(
      /^includes the line-number prefixes .*, which are not in the file; without them it is not there either; nearest is line 1,/,
    );
  });

  test("other places that are as near are listed", () => {
    expect(explain("  x();\nb\n  x();\n", "\tx();")).toMatch(/line 1 \(also at line 3\)/);
  });

  test("bytes that are not UTF-8 do not stop it", () => {
    expect(explainMiss(Buffer.from("one\ncaf\xe9 bar\n", "latin1"), "café bar")).toMatch(/line 2, .*the text/);
  });
});

const words =
  "alpha beta gamma delta count total index value items result buffer stream parse write read café naïve".split(" ");

function randomLine(random: Random): string {
  const word = () => random.pick(words) + (random.chance(0.5) ? String(random.below(1000)) : "");
  const indentation = " ".repeat(2 * random.below(4));
  switch (random.below(8)) {
    case 0:
      return random.pick(["", "}", `${indentation}}`, `${indentation}});`]);
    case 1:
      return `${indentation}if (${word()} === "${word()}") {`;
    case 2:
      return `${indentation}return ${word()};`;
    case 3:
      return `${indentation}// ${word()} isn't the ${word()} of ${word()}`;
    case 4:
      return `import { ${word()}, ${word()} } from './${word()}.js';`;
    default:
      return `${indentation}const ${word()} = ${word()}("${word()}", ${random.below(100)});`;
  }
}

interface Fault {
  readonly name: string;
  readonly kind: RegExp;
  /** The lines with the fault in one of them and its index; undefined where there is nothing to change. */
  put(lines: readonly string[], random: Random): { lines: string[]; index: number } | undefined;
}

/** Changes one of the lines for which that makes a difference. */
function inOneLine(change: (line: string, random: Random) => string): Fault["put"] {
  return (lines, random) => {
    const changed = lines.map((line) => change(line, random));
    const candidates = [...lines.keys()].filter((index) => changed[index] !== lines[index]);
    if (candidates.length === 0) return undefined;
    const index = random.pick(candidates);
    return { lines: lines.map((line, at) => (at === index ? changed[at]! : line)), index };
  };
}

const faults: readonly Fault[] = [
  {
    name: "trailing blank",
    kind: /white space at the end/,
    put: inOneLine((line) => (line.trim() === "" ? line : `${line} `)),
  },
  { name: "tab for spaces", kind: /tabs and spaces/, put: inOneLine((line) => line.replace(/^ {2,}(?=\S)/, "\t")) },
  {
    name: "another quote",
    kind: /quotes/,
    put: inOneLine((line, random) =>
      line.replace(/["']/, (quote) => random.pick(quote === '"' ? ["'", "“", "`"] : ['"', "’"])),
    ),
  },
  { name: "NFD for NFC", kind: /Unicode form/, put: inOneLine((line) => line.normalize("NFD")) },
  {
    name: "prefix pasted",
    kind: /line-number prefixes/,
    put: (lines, random) => {
      const first = 1 + random.below(900);
      return { lines: lines.map((line, index) => `${first + index}\t${line}`), index: 0 };
    },
  },
  {
    name: "word changed",
    kind: /differs in the text/,
    put: inOneLine((line, random) => {
      const found = [...line.matchAll(/[\p{L}\d]{3,}/gu)];
      if (found.length < 2) return line;
      const { index, 0: word } = random.pick(found);
      return `${line.slice(0, index)}changed${random.below(1000)}${line.slice(index + word.length)}`;
    }),
  },
];

test("at least 95 of 100 misses with one fault are named by line and by kind", () => {
  const random = createRandom(20_240_601);
  const tally = new Map(faults.map((fault) => [fault.name, { right: 0, of: 0 }]));
  const wrong: string[] = [];
  while ([...tally.values()].some(({ of }) => of < 60)) {
    const fault = random.pick(faults);
    const lines = Array.from({ length: 5 + random.below(300) }, () => randomLine(random));
    const start = random.below(lines.length - 4);
    const chosen = lines.slice(start, start + 1 + random.below(4));
    const put = fault.put(chosen, random);
    const lineEnd = random.chance(0.3) ? "\r\n" : "\n";
    const file = lines.map((line) => line + lineEnd).join("");
    const wanted = put?.lines.join("\n") ?? "";
    if (put === undefined || chosen.join("").trim() === "") continue;
    if ([...findSpans(Buffer.from(file), Buffer.from(wanted), { all: false })].some(Boolean)) continue;
    const message = explain(file, wanted);
    const count = lines.slice(start, start + chosen.length).findLastIndex((line) => line !== "") + 1;
    // Where the text without the fault stands at several places, each of them is as right.
    const isRight = lines.some((_, at) => {
      if (chosen.some((line, index) => lines[at + index] !== line)) return false;
      const range = count === 1 ? `line ${at + 1}\\b` : `lines ${at + 1}-${at + count}\\b`;
      const fine = fault.name === "prefix pasted" || count === 1 ? "" : `.*first in line ${at + put.index + 1}\\b`;
      return new RegExp(`(nearest is|it is at) ${range}${fine}`, "s").test(message);
    });
    const score = tally.get(fault.name)!;
    score.of++;
    if (isRight && fault.kind.test(message)) score.right++;
    else wrong.push(`${fault.name}: ${JSON.stringify({ chosen, put, start: start + 1, message })}`);
  }
  const totals = [...tally.values()].reduce((sum, { right, of }) => ({ right: sum.right + right, of: sum.of + of }));
  const share = (100 * totals.right) / totals.of;
  const parts = [...tally].map(([name, { right, of }]) => `${name} ${right}/${of}`).join(", ");
  console.log(`misses explained rightly: ${share.toFixed(1)} of 100 (${parts})`);
  expect(share, wrong.slice(0, 5).join("\n")).toBeGreaterThanOrEqual(95);
});
