import fc from "fast-check";
import picomatch from "picomatch";
import { expect, test } from "vitest";
import { expandBraces } from "../src/expand-braces.js";
import { createGlobMatcher } from "../src/glob-matcher.js";

const globOf = (pattern: string) => createGlobMatcher(pattern, "pattern");
const refusal = (pattern: string) => {
  try {
    globOf(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ["*.md", ["a.md", ".md", ".x.md"], ["b/a.md", "a.mdx"]],
  ["**/*.md", ["a.md", "b/a.md", ".b/.a.md"], ["a.mdx"]],
  ["src/**", ["src/a", "src/a/b"], ["src", "srcs/a", "a/src/b"]],
  ["**", ["a", "a/b", ".a/.b"], []],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/xb", "ab"]],
  ["a/**/**/b", ["a/b", "a/x/b"], ["ab"]],
  ["**/a/**/b", ["a/b", "x/a/y/b"], ["a", "xa/b"]],
  ["a**b", ["ab", "axb"], ["a/b"]],
  ["***", ["a"], ["a/b"]],
  ["a/**b/c", ["a/b/c", "a/xb/c"], ["a/x/b/c"]],
  ["?.ts", ["a.ts", "é.ts", "😀.ts", "..ts"], ["ab.ts", ".ts", "/.ts"]],
  ["?", ["a"], ["ab", "a/b"]],
  ["{a,b}.ts", ["a.ts", "b.ts"], ["c.ts", "{a,b}.tsx"]],
  ["{a,{b,c}}/d", ["a/d", "b/d", "c/d"], ["d"]],
  ["{,src/}a", ["a", "src/a"], ["src/"]],
  ["{src/,}**/a", ["a", "src/a", "x/a"], []],
  ["{a/**,**/b}", ["a/x", "b", "x/y/b"], ["a"]],
  ["{a}", ["{a}"], ["a"]],
  ["{a", ["{a"], ["a"]],
  ["a}", ["a}"], ["a"]],
  ["a,b", ["a,b"], ["a", "b"]],
  ["{a{b,c}}", ["{ab}", "{ac}"], ["ab"]],
  ["{a,{b,c}", ["{a,b", "{a,c"], ["a"]],
  ["\\*.md", ["*.md"], ["a.md"]],
  ["\\{a,b}", ["{a,b}"], ["a"]],
  ["{a\\,b,c}", ["a,b", "c"], ["a"]],
  ["app/[id]/(group)/page.tsx", ["app/[id]/(group)/page.tsx"], ["app/i/(group)/page.tsx"]],
  ["app/[...slug]/*.ts", ["app/[...slug]/a.ts"], ["app/./a.ts"]],
  ["!a", ["!a"], ["b"]],
  ["+(a|b)", ["+(a|b)"], ["a", "ab"]],
  ["{1..3}", ["{1..3}"], ["1", "2"]],
  ["#\"'a$^.@~", ["#\"'a$^.@~"], ["a"]],
  [".github/**", [".github/workflows/ci.yml"], ["x/.github/a"]],
  ["**/*.yml", [".github/workflows/ci.yml"], []],
  ["a\n*", ["a\nb"], ["ab"]],
])("%j", (pattern, matching, others) => {
  const glob = globOf(pattern);
  for (const path of matching) {
    expect(glob.matches(path), path).toBe(true);
    expect(path.startsWith(glob.prefix)).toBe(true);
  }
  for (const path of others) expect(glob.matches(path), path).toBe(false);
});

test.each([
  ["src/**/*.ts", "src/"],
  ["src/{a,b}/c", "src/"],
  ["src/{app,api}/c", "src/"],
  ["{src/a,src/b}/*", ""],
  ["*.md", ""],
  ["README.md", "README.md"],
  ["a\\*b*", "a"],
  ["{😀,😁}", ""],
])("%s lists with the prefix %j", (pattern, prefix) => {
  expect(globOf(pattern).prefix).toBe(prefix);
});

test.each([
  ["", /must not be empty/],
  ["a".repeat(1_025), /longer than 1,024 bytes/],
  ["é".repeat(513), /longer than 1,024 bytes/],
  ["{a,b}".repeat(1_500), /longer than 1,024 bytes/],
  ["{a,b}".repeat(200), /too many alternatives/],
  ["{a,b}".repeat(9), /too many alternatives/],
  ["{a*b*c*d*e*f*g,h}".repeat(8).concat("x".repeat(800)), /too many alternatives/],
])("refuses a pattern that is too much", (pattern, message) => {
  expect(refusal(pattern)).toMatch(message);
});

test("takes 1,024 bytes and 256 alternatives", () => {
  expect(refusal("a".repeat(1_024))).toBeUndefined();
  expect(refusal("{a,b}".repeat(8))).toBeUndefined();
});

test.each([
  ["*a".repeat(40).concat("*b"), "a".repeat(300)],
  ["*a*a*a*a*a*a*b", "a".repeat(500)],
  ["**/d/".repeat(100).concat("x"), "d/".repeat(250).concat("y")],
  ["{a,aa}".repeat(8).concat("b"), "a".repeat(500)],
  ["{**/a*,*a}".repeat(8).concat("b"), "a/".repeat(250).concat("c")],
  ["*?".repeat(500), "a".repeat(400)],
  ["{".repeat(1_000), "{".repeat(400)],
  ["{a,".repeat(200).concat("}".repeat(200)), "b"],
])("answers a hostile pattern at once", (pattern, path) => {
  const started = performance.now();
  expect(globOf(pattern).matches(path)).toBe(false);
  // Where anything went through all the ways there are, it would not come back at all.
  expect(performance.now() - started).toBeLessThan(5_000);
});

const globs = fc
  .array(
    fc.constantFrom(
      "*",
      "**",
      "**/",
      "?",
      "/",
      "a",
      "b",
      "é",
      "😀",
      "{",
      "}",
      ",",
      "{a,b}",
      "{,a/}",
      "\\*",
      "\\",
      ".",
      "[",
      "!",
      "(",
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(""));
const paths = fc
  .array(
    fc.array(fc.constantFrom("a", "b", "é", "😀", "*", "{", ",", ".a", "[", "\n"), { minLength: 1, maxLength: 3 }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((segments) => segments.map((segment) => segment.join("")).join("/"));

test("matches what trying out every way matches", () => {
  fc.assert(
    fc.property(globs, paths, (pattern, path) => {
      const alternatives = expandBraces(pattern, 256, 16_384) ?? [];
      const expected = path === pattern || alternatives.some((glob) => tryAll(glob, path));
      const glob = globOf(pattern);
      expect(glob.matches(path)).toBe(expected);
      if (expected) expect(path.startsWith(glob.prefix)).toBe(true);
    }),
    { numRuns: 700 },
  );
});

test("agrees with picomatch on patterns that mean the same there", () => {
  const segments = fc.constantFrom("**", "*", "*.ts", "a*", "?", "a", "b", ".b", "{a,b}", "*.{ts,md}", "a?*");
  const tame = fc.array(segments, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  const names = fc.constantFrom("a", "b", ".b", "ab", "a.ts", ".ts", "x.md", "é");
  const tamePaths = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(tame, tamePaths, (pattern, path) => {
      // There, a pattern that ends in `/**` takes the directory for one of the files in it.
      const expected = picomatch(pattern, { dot: true, strictSlashes: true })(path);
      expect(globOf(pattern).matches(path)).toBe(expected);
    }),
    { numRuns: 700 },
  );
});

/** One glob without braces, against a path: by segments, and in each by characters, trying every way there is. */
function tryAll(glob: readonly string[], path: string): boolean {
  // A slash has no other meaning that a backslash could take from it.
  const patterns = glob
    .map((character) => (character === "\\/" ? "/" : character))
    .join("")
    .split("/");
  const segments = path.split("/");
  const bySegments = (pattern: number, segment: number): boolean => {
    if (pattern === patterns.length) return segment === segments.length;
    const rest = segments.length - segment;
    if (patterns[pattern] === "**") {
      if (pattern === patterns.length - 1) return rest > 0;
      return Array.from({ length: rest + 1 }, (_, skipped) => segment + skipped).some((next) =>
        bySegments(pattern + 1, next),
      );
    }
    return rest > 0 && byCharacters(patterns[pattern]!, segments[segment]!) && bySegments(pattern + 1, segment + 1);
  };
  return bySegments(0, 0);
}

function byCharacters(pattern: string, name: string): boolean {
  const parts = pattern.match(/\\?[\s\S]/gu) ?? [];
  const characters = Array.from(name);
  const from = (part: number, character: number): boolean => {
    const current = parts[part];
    if (current === undefined) return character === characters.length;
    if (current === "*") {
      return from(part + 1, character) || (character < characters.length && from(part, character + 1));
    }
    const wanted = current === "?" ? characters[character] : current.length > 1 ? current.replace(/^\\/u, "") : current;
    return character < characters.length && wanted === characters[character] && from(part + 1, character + 1);
  };
  return from(0, 0);
}
