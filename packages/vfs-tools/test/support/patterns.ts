import fc from "fast-check";

const atoms = [
  "a",
  "b",
  ".",
  "é",
  "\\x{e9}",
  "\\x61",
  "\\141",
  "ab?",
  "ba*",
  "ab+",
  "bé{0,1}",
  "\\Qab\\E?",
  "(?i)",
  "\\w",
  "\\W",
  "\\s",
  "\\S",
  "[ab]",
  "[^a]",
  "[\\s\\S]",
  "[^\\n]",
  "\\pL",
  "\\PL",
  "^",
  "$",
  "\\b",
  "\\B",
  "\\A",
  "\\z",
  "(?i:A)",
  "(?-m:^a)",
  "(?s:.)",
  "(?i-m:b$)",
  "\\Qa.\\E",
  "\\Q/\\E",
  "/",
  " ",
  "\\r",
  "\\n",
  "[(?<]",
];

/** Valid patterns of every form that says something about lines, small enough to match often. */
export const patterns: fc.Arbitrary<string> = fc
  .letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(...atoms),
      fc.tuple(tie("node"), tie("node")).map((nodes) => nodes.join("")),
      fc.tuple(tie("node"), tie("node")).map(([left, right]) => `(${left}|${right})`),
      fc.tuple(tie("node"), tie("node")).map(([left, right]) => `${left}|${right}`),
      fc
        .tuple(tie("node"), fc.constantFrom("*", "+", "?", "*?", "{0,2}", "{2}"))
        .map(([node, times]) => `(?:${node})${times}`),
      tie("node").map((node) => `(?P<n>${node})`.replace(/\(\?P<n>(?=.*\(\?P<n>)/su, "(")),
    ),
  }))
  .node.filter((pattern) => pattern.split("(?P<n>").length <= 2);

const pieces = ["a", "b", "ab", "é", "中", "😀", " ", "/", "A", "\n", "\n", "\r\n", "\r\n", "\r", "\0"].map((text) =>
  Buffer.from(text),
);
const illFormed = [[0xff], [0xe9], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xc3], [0xf0, 0x9f]].map((bytes) =>
  Buffer.from(bytes),
);

/** Bytes with every line ending, some of them not UTF-8. */
export const contents: fc.Arbitrary<Buffer> = fc
  .array(fc.constantFrom(...pieces, ...pieces, ...illFormed), { maxLength: 40 })
  .map((parts) => Buffer.concat(parts));
