import { execFileSync, spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { createNodeStorage } from "@x/vfs-node";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createNodeStorageWith } from "../src/create-node-storage-with.js";
import { charactersOf, compileGlobSegment, matchesGlobSegment } from "../src/glob-segment.js";
import { type Effort, IgnoreRules } from "../src/ignore-rules.js";
import { temporaryRoot } from "./support/temporary-root.js";
import { paths, read } from "./support/text.js";
import { systemError, watchedCalls } from "./support/watched-calls.js";

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

  test("takes any number of patterns", async () => {
    const root = temporaryRoot({ "secret.log": "", a: "" });
    const others = Array.from({ length: 5_000 }, (_, index) => `other${index}`);
    expect(await paths(createNodeStorage({ root, ignore: [...others, "secret.log"] }))).toEqual(["a"]);
    expect(await paths(createNodeStorage({ root, ignore: ["secret.log", ...others] }))).toEqual(["a"]);
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
    expect(await paths(storage)).toEqual([".gitignore", name]);
  });

  test("that is slow to match leaves turns to others, and an abort ends it", async () => {
    const slow = `*${"a".repeat(60)}b*\n`.repeat(1_000);
    const names = Array.from({ length: 400 }, (_, index) => `${"a".repeat(230)}${index}`);
    const root = temporaryRoot({ ".gitignore": slow, ...Object.fromEntries(names.map((name) => [name, ""])) });
    const controller = new AbortController();
    let turns = 0;
    const turn = (): void => {
      if (++turns === 3) controller.abort(new Error("enough"));
      else setImmediate(turn);
    };
    setImmediate(turn);
    const listing = createNodeStorage({ root, gitignore: true }).listFiles({ signal: controller.signal });
    await expect(listing).rejects.toThrow("enough");
  });

  test("is obeyed up to the last whole line of its first 64 KiB", async () => {
    const text = `${"first\n".padEnd(65_534, "\n")}abcdef\nlast\n`;
    const root = temporaryRoot({ ".gitignore": text, first: "", ab: "", abcdef: "", last: "" });
    expect(await paths(createNodeStorage({ root, gitignore: true }))).toEqual([".gitignore", "ab", "abcdef", "last"]);
  });

  test("is obeyed while those on the way to a name have no more than 256 KiB together", async () => {
    const files: Record<string, string> = { "e/.gitignore": "own\n", "e/own": "" };
    for (let depth = 1; depth <= 6; depth++) {
      files[`${"d/".repeat(depth)}.gitignore`] = `own${depth}\n.gitignore\n`.padEnd(65_536, "\n");
      files[`${"d/".repeat(depth)}own${depth}`] = "";
    }
    const root = temporaryRoot(files);
    const left = ["d/d/d/d/d/d/own6", "d/d/d/d/d/own5", "e/.gitignore"];
    expect(await paths(createNodeStorage({ root, gitignore: true }))).toEqual(left);
  });

  test.runIf(process.platform !== "win32")("that cannot be read fails the listing by its own name", async () => {
    const root = temporaryRoot({ "sub/.gitignore": "x", "sub/a": "" });
    const calls = watchedCalls((name, [path]) => {
      if (name === "open" && String(path).endsWith(".gitignore")) throw systemError("EACCES");
    });
    const surroundings = { calls, platform: process.platform, now: Date.now };
    await expect(createNodeStorageWith(surroundings, { root, gitignore: true }).listFiles()).rejects.toMatchObject({
      code: "VFS_UNAVAILABLE",
      path: "sub/.gitignore",
      message: 'cannot read "sub/.gitignore": permission denied',
    });
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
    ["***/x", ["x", "a/x", "a/b/x"], ["ax"]],
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
    const verdict = (path: string) =>
      new IgnoreRules(pattern).verdict(path.replace(/\/$/, ""), path.endsWith("/"), effort());
    expect(matching.filter((path) => verdict(path) !== true)).toEqual([]);
    expect(others.filter((path) => verdict(path) !== undefined)).toEqual([]);
  });

  test("the last one that matches decides", () => {
    const rules = new IgnoreRules("\ufeff*.log\r\n!keep.log\r\n");
    const verdicts = ["a.log", "keep.log", "a.txt"].map((path) => rules.verdict(path, false, effort()));
    expect(verdicts).toEqual([true, false, undefined]);
  });

  test.runIf(hasGit)("agree with git on random patterns", () => {
    const root = temporaryRoot();
    execFileSync("git", ["init", "-q", root]);
    const piece = fc.constantFrom("a", "b", "*", "**", "?", "[ab]", "[!a]", "/", "/", "\\*", "!", " ", "ab");
    // Two stars beside other characters are one by the manual; git takes `a**/b` for more, since it strips the `a` first.
    const mixed = /[^*/]\*\*|\*\*[^*/]/;
    const pattern = fc
      .array(piece, { minLength: 1, maxLength: 6 })
      .map((pieces) => pieces.join(""))
      .filter((text) => !mixed.test(text));
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
      { numRuns: 40 },
    );
  });
});

function ignoredWithParents(rules: IgnoreRules, path: string): boolean {
  const segments = path.split("/");
  for (let count = 1; count < segments.length; count++) {
    if (rules.verdict(segments.slice(0, count).join("/"), true, effort()) === true) return true;
  }
  return rules.verdict(path, false, effort()) === true;
}

function effort(limit = Infinity): Effort {
  return { spent: 0, limit };
}

test("a pattern of one name takes time in proportion to both lengths", () => {
  const pattern = compileGlobSegment(`${"*a".repeat(2_000)}*b*`)!;
  const work = effort();
  expect(matchesGlobSegment(pattern, "a".repeat(20_000), work)).toBe(false);
  expect(work.spent).toBeLessThan(2 * 2_000 * 20_000);
});

test.each([`*${"a".repeat(60)}b*`, `*[${"a".repeat(1_000)}]b*`, `*${"?".repeat(60)}*b*`])(
  "%j stops where its effort is used up",
  (text) => {
    const work = effort(5_000);
    expect(new IgnoreRules(`${text}\n`.repeat(100)).verdict("a".repeat(255), false, work)).toBeUndefined();
    expect(work.spent).toBeGreaterThan(4_000);
    expect(work.spent).toBeLessThan(8_000);
  },
);

test("a pattern is held against whole characters", () => {
  const pattern = compileGlobSegment("?")!;
  expect(matchesGlobSegment(pattern, charactersOf("\u{1f600}"), effort())).toBe(true);
});
