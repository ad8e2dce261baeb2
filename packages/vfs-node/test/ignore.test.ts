import { execFileSync, spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { createNodeStorage } from "@x/vfs-node";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileGlobSegment, matchesGlobSegment } from "../src/glob-segment.js";
import { IgnoreRules } from "../src/ignore-rules.js";
import { temporaryRoot } from "./support/temporary-root.js";
import { paths, read } from "./support/text.js";

const hasGit = spawnSync("git", ["--version"]).status === 0;

describe("ignore", () => {
  test("leaves matching files out of listings, and they stay readable", async () => {
    const root = temporaryRoot({ "a.log": "log", "src/a.ts": "", "node_modules/x/y.js": "js", "src/b.log": "" });
    const storage = createNodeStorage({ root, ignore: ["*.log", "node_modules/", "!src/b.log"] });
    expect(await paths(storage)).toEqual(["src/a.ts", "src/b.log"]);
    expect(await paths(storage, "node_modules/x/")).toEqual([]);
    expect(await read(storage, "a.log")).toBe("log");
    expect(await read(storage, "node_modules/x/y.js")).toBe("js");
  });

  test("does not look into a directory that is left out", async () => {
    const root = temporaryRoot({ "out/a": "", "in/a": "" });
    expect(await paths(createNodeStorage({ root, ignore: ["out", "!out/a"] }))).toEqual(["in/a"]);
  });

  test("comes before what the tree says", async () => {
    const root = temporaryRoot({ ".gitignore": "a\n", a: "", b: "" });
    const storage = createNodeStorage({ root, gitignore: true, ignore: ["!a", "b", ".gitignore"] });
    expect(await paths(storage)).toEqual(["a"]);
  });
});

describe("gitignore", () => {
  const files = {
    ".gitignore": "*.log\n/build/\ndoc/*.txt\n",
    ".git/config": "",
    "sub/.git": "gitdir: elsewhere",
    "build/x": "",
    "sub/build/x": "",
    "a.log": "",
    "sub/.gitignore": "!keep.log\nlocal\n",
    "sub/keep.log": "",
    "sub/deep/local/x": "",
    "sub/deep/keep.log": "",
    "local/x": "",
    "doc/a.txt": "",
    "doc/b/a.txt": "",
  };

  test("obeys the files of the tree, each below its own directory, and leaves .git out", async () => {
    const storage = createNodeStorage({ root: temporaryRoot(files), gitignore: true });
    const left = [".gitignore", "doc/b/a.txt", "local/x", "sub/.gitignore", "sub/build/x", "sub/deep/keep.log"];
    expect(await paths(storage)).toEqual([...left, "sub/keep.log"]);
    expect(await paths(storage, "sub/deep/")).toEqual(["sub/deep/keep.log"]);
    expect(await paths(storage, "sub/deep/local/")).toEqual([]);
    expect(await paths(storage, "build/")).toEqual([]);
    expect(await paths(storage, ".git/")).toEqual([]);
  });

  test("is off by default", async () => {
    const storage = createNodeStorage({ root: temporaryRoot(files) });
    expect(await paths(storage)).toEqual(Object.keys(files).sort());
  });

  test.runIf(process.platform !== "win32")("does not follow a link, and does not wait for a FIFO", async () => {
    const root = temporaryRoot({ rules: "*\n", "a/x": "", "b/x": "" });
    symlinkSync(join(root, "rules"), join(root, ".gitignore"));
    execFileSync("mkfifo", [join(root, "a/.gitignore")]);
    expect(await paths(createNodeStorage({ root, gitignore: true }))).toEqual(["a/x", "b/x", "rules"]);
  });

  test("of huge or hostile patterns ends soon", async () => {
    const name = `${"a".repeat(200)}.txt`;
    const hostile = [
      "*a".repeat(200) + "b",
      "**/".repeat(100) + "x/**/b",
      "[".repeat(5_000),
      "\\".repeat(5_001),
      "{a,".repeat(999),
    ];
    const text = `${hostile.join("\n")}\n${"*a*a*a*b\n".repeat(20_000)}`;
    const storage = createNodeStorage({ root: temporaryRoot({ ".gitignore": text, [name]: "" }), gitignore: true });
    const started = performance.now();
    expect(await paths(storage)).toEqual([".gitignore", name]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("rules", () => {
  const cases: [pattern: string, matching: string[], others: string[]][] = [
    ["foo", ["foo", "a/foo", "foo/"], ["foobar", "a/xfoo"]],
    ["/foo", ["foo"], ["a/foo"]],
    ["a/b", ["a/b"], ["x/a/b"]],
    ["foo/", ["foo/", "a/foo/"], ["foo"]],
    ["*.js", ["a.js", "x/.js"], ["a.jsx"]],
    ["a/*", ["a/b"], ["a/b/c", "a"]],
    ["**/foo", ["foo", "a/b/foo"], ["foob"]],
    ["a/**", ["a/b", "a/b/c"], ["a", "b/a/c"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb"]],
    ["a**b", ["ab", "axxb"], ["a/b"]],
    ["?x", ["ax", "éx", "\u{1f600}x"], ["x", "aax"]],
    ["[a-c]x", ["ax", "cx"], ["dx", "[a-c]x"]],
    ["[!a-c]x", ["dx"], ["ax"]],
    ["[]a]x", ["]x", "ax"], ["bx"]],
    ["[[:digit:]]x", ["0x"], ["ax", ":x"]],
    ["[a", [], ["a", "[a"]],
    ["\\!x", ["!x"], ["x"]],
    ["\\#x", ["#x"], ["x"]],
    ["#x", [], ["#x", "x"]],
    ["x  ", ["x"], ["x  "]],
    ["x\\ ", ["x "], ["x"]],
    ["\\*", ["*"], ["a"]],
    ["x\\", [], ["x", "x\\"]],
    ["/", [], ["a", "a/"]],
    ["", [], ["a"]],
    ["{a,b}", ["{a,b}"], ["a"]],
  ];

  test.each(cases)("%j", (pattern, matching, others) => {
    const verdict = (path: string) => new IgnoreRules(pattern).verdict(path.replace(/\/$/, ""), path.endsWith("/"));
    expect(matching.filter((path) => verdict(path) !== true)).toEqual([]);
    expect(others.filter((path) => verdict(path) !== undefined)).toEqual([]);
  });

  test("the last one that matches decides", () => {
    const rules = new IgnoreRules("\ufeff*.log\r\n!keep.log\r\n");
    expect([rules.verdict("a.log", false), rules.verdict("keep.log", false)]).toEqual([true, false]);
    expect(rules.verdict("a.txt", false)).toBeUndefined();
  });

  test.runIf(hasGit)("agree with git on random patterns", () => {
    const root = temporaryRoot();
    execFileSync("git", ["init", "-q", root]);
    const piece = fc.constantFrom("a", "b", "*", "**", "?", "[ab]", "[!a]", "/", "/", "\\*", "!", " ", "ab");
    const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
    const names = ["a", "b", "ab", "ba", "aab", "*", "a b"];
    const candidates = names.flatMap((one) => [one, ...names.flatMap((two) => [`${one}/${two}`, `${one}/a/${two}`])]);
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), (patterns) => {
        const text = `${patterns.join("\n")}\n`;
        execFileSync("sh", ["-c", "cat > .gitignore"], { cwd: root, input: text });
        const { stdout } = spawnSync("git", ["check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"], {
          cwd: root,
          input: candidates.join("\0"),
          encoding: "utf8",
        });
        const fields = stdout.split("\0");
        const byGit = candidates.map((_path, index) => {
          const rule = fields[index * 4 + 2] ?? "";
          return rule !== "" && !rule.startsWith("!");
        });
        const rules = new IgnoreRules(text);
        expect(candidates.map((path) => ignoredWithParents(rules, path))).toEqual(byGit);
      }),
      { numRuns: 60 },
    );
  });
});

function ignoredWithParents(rules: IgnoreRules, path: string): boolean {
  const segments = path.split("/");
  for (let count = 1; count < segments.length; count++) {
    if (rules.verdict(segments.slice(0, count).join("/"), true) === true) return true;
  }
  return rules.verdict(path, false) === true;
}

test("a pattern of one name takes time in proportion to both lengths", () => {
  const tokens = compileGlobSegment(`${"*a".repeat(2_000)}*b`)!;
  const started = performance.now();
  expect(matchesGlobSegment(tokens, "a".repeat(20_000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(5_000);
});
