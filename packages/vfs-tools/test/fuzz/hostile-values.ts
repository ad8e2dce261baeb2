import type { Random } from "../support/random.js";

/** Paths that files may be at: few, so that calls meet. */
export const filePaths: readonly string[] = [
  "a.txt",
  "b.md",
  "src/main.ts",
  "src/util/deep/x.ts",
  "src/[id]/(group)/page.tsx",
  ".github/workflows/ci.yml",
  "_private/notes.md",
  "__proto__",
  "constructor/prototype.js",
  "ünï/cödé.txt",
  "漢字/😀.md",
  "with space/and\ttab.txt",
  "line\nbreak.txt",
  "Makefile",
  "UPPER.TXT",
  "upper.txt",
  "e\u0301.txt",
  "\u00e9.txt",
  "a..b.txt",
  "C:x",
  `${"d/".repeat(200)}deep.txt`,
  "n".repeat(500),
];

const badPaths: readonly string[] = [
  "",
  "/etc/passwd",
  "../x",
  "a/../../x",
  "a//b",
  "a/",
  ".",
  "a\\b",
  "a\0b",
  "x".repeat(600),
];

const texts: readonly string[] = [
  "",
  "\n",
  "\r\n",
  "one\ntwo\nthree\n",
  "one\r\ntwo\r\nthree\r\n",
  "mixed\nends\r\nhere\n\r\n",
  "\uFEFFmarked\ntext\n",
  "no newline at the end",
  "const x = 1;\nfunction f() {\n\treturn `$&${x}`;\n}\n",
  'quotes “curly” ‘single’ "straight"\n',
  "cafe\u0301 caf\u00e9 naïve\n",
  "漢字仮名交じり\n文章😀です\n",
  "a&amp;b &lt;tag&gt; \\n \\u0041\n",
  "   \t \n\t\n",
  "\u2028\u2029\u200b\u00a0",
];

const patterns: readonly string[] = [
  "o",
  "^$",
  "\\bfoo\\b",
  "(a+)+$",
  "(.*)*x",
  "((.{0,15}){0,15})!!",
  "[",
  "foo(",
  "a{2,1}",
  "(?=x)",
  "\\1",
  "\\Qa.b\\E",
  "\\p{Greek}",
  "(?i)ONE",
  "(?s).*",
  "--help",
  "é|漢",
  "",
  ".",
  "x*",
  "\\A\\z",
  "[[:alpha:]]+",
];

const globs: readonly string[] = [
  "**",
  "*.md",
  "**/*.ts",
  "src/**",
  "{a,b}.*",
  "[id]",
  "src/[id]/(group)/*",
  "?",
  "*a*a*a*a*a*a*b",
  "**/d/**/d/**/d/**/d/**/x",
  "\\",
  "{",
  "{a,{b,c}}",
  "!(x)",
  "",
  "{a,aa}".repeat(26),
  "*".repeat(300),
];

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -0.5e-300,
  "",
  "1",
  [],
  {},
  [null],
  { a: { b: [1] } },
  "\ud800",
  "\0",
];

export const path = (random: Random) => random.pick(random.chance(0.9) ? filePaths : badPaths);
export const oddValue = (random: Random) => random.pick(oddValues);
export const number = (random: Random) => random.pick([1, 1, 2, 3, 10, 2_000, 0, -5, 1e9, 2 ** 31, 2 ** 53]);
export const pattern = (random: Random) => (random.chance(0.1) ? text(random) : random.pick(patterns));
export const glob = (random: Random) => random.pick(random.chance(0.3) ? filePaths : globs);

/** Short for the most part, sometimes of tens of kilobytes, now and then with a NUL, which makes a file binary. */
export function text(random: Random): string {
  if (random.chance(0.01)) return `${random.pick(texts)}\0`;
  if (random.chance(0.03))
    return random
      .pick(texts)
      .repeat(1 + random.below(3_000))
      .slice(0, 80_000)
      .toWellFormed();
  return Array.from({ length: 1 + random.below(4) }, () => random.pick(texts)).join("");
}

/** A part of a text, sometimes with a fault in it. */
export function part(random: Random, whole: string): string {
  const start = random.below(whole.length + 1);
  const chosen = whole.slice(start, start + random.pick([1, 3, 10, 20, 40, 1_000, whole.length])).toWellFormed();
  switch (random.below(12)) {
    case 0:
      return `${chosen} `;
    case 1:
      return chosen.replaceAll("\r\n", "\n");
    case 2:
      return chosen.replace(/\s/, "\t");
    case 3:
      return chosen.toUpperCase();
    case 4:
      return chosen.replaceAll(/^/gm, "12\t");
    default:
      return chosen;
  }
}
