import { createMemoryStorage } from "@x/vfs-memory";
import { createOverlayStorage } from "@x/vfs-overlay";
import { expect, test } from "vitest";
import { bytes, failureOf, write } from "./samples.js";

async function diffOf(before: string | Uint8Array | undefined, after: string | Uint8Array | undefined, path = "f.txt") {
  const files = before === undefined ? {} : { [path]: before };
  const overlay = createOverlayStorage({ base: createMemoryStorage({ files }) });
  if (after === undefined) await overlay.deleteFile(path);
  else await overlay.writeFile(path, typeof after === "string" ? bytes(after) : after, "text/plain");
  return overlay.diff(path);
}

const cases: [string, string | Uint8Array | undefined, string | Uint8Array | undefined, string[]][] = [
  [
    "a change",
    "one\ntwo\nthree\n",
    "one\n2\nthree\n",
    ["diff --git a/f.txt b/f.txt", "--- a/f.txt", "+++ b/f.txt", "@@ -1,3 +1,3 @@", " one", "-two", "+2", " three"],
  ],
  [
    "a new file without a newline at its end",
    undefined,
    "new",
    [
      "diff --git a/f.txt b/f.txt",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/f.txt",
      "@@ -0,0 +1,1 @@",
      "+new",
      "\\ No newline at end of file",
    ],
  ],
  [
    "a deleted file",
    "old\n",
    undefined,
    [
      "diff --git a/f.txt b/f.txt",
      "deleted file mode 100644",
      "--- a/f.txt",
      "+++ /dev/null",
      "@@ -1,1 +0,0 @@",
      "-old",
    ],
  ],
  ["a new empty file", undefined, "", ["diff --git a/f.txt b/f.txt", "new file mode 100644"]],
  ["the same bytes", "same", "same", []],
  ["a binary file", "text", "\0\x01", ['"f.txt": binary (4 bytes -> 2 bytes)']],
  ["a deleted binary file", "\0", undefined, ['"f.txt": binary (1 bytes -> no file)']],
  [
    "bytes that are not UTF-8",
    new Uint8Array([0xe9]),
    new Uint8Array([0xe8]),
    ['"f.txt": differs only in its content type or in bytes that are not UTF-8 (1 bytes -> 1 bytes)'],
  ],
];

test.each(cases)("%s", async (_, before, after, lines) => {
  expect(await diffOf(before, after)).toBe(lines.map((line) => `${line}\n`).join(""));
});

test("a moved file shows both names, asked by either", async () => {
  const overlay = createOverlayStorage({ base: createMemoryStorage({ files: { "a b.txt": "1", c: "2" } }) });
  await overlay.capabilities.moveFile!("a b.txt", "d/\u00e9");
  const shown = 'diff --git a/a b.txt "b/d/\\303\\251"\nrename from a b.txt\nrename to "d/\\303\\251"\n';
  expect(await overlay.diff("a b.txt")).toBe(shown);
  expect(await overlay.diff("d/\u00e9")).toBe(shown);
  expect(await overlay.diff("c")).toBe("");
  expect(await overlay.diff("none")).toBe("");
});

test("a file name cannot forge a line of the diff", async () => {
  expect(await diffOf("1\n", "2\n", "x\n+++ b/y")).toContain('+++ "b/x\\n+++ b/y"\n');
});

test("files without a line in common come as one replacement, in bounded time", async () => {
  const lines = (letter: string) => Array.from({ length: 30_000 }, (_, index) => `${letter}${index}\n`).join("");
  const diff = await diffOf(lines("a"), lines("b"));
  expect(diff).toContain("@@ -1,30000 +1,30000 @@\n-a0\n-a1\n");
  expect(diff.length).toBeLessThanOrEqual(256 * 1024 + 100);
  expect(diff).toMatch(/\n\[the diff is cut here: \d+ more characters\]\n$/);
});

test("one enormous line is cut at a character", async () => {
  const diff = await diffOf("", "\u{1f600}".repeat(300_000));
  expect(diff.isWellFormed()).toBe(true);
  expect(diff.length).toBeLessThanOrEqual(256 * 1024 + 100);
});

test("what is over 2 MiB is told by its sizes", async () => {
  expect(await diffOf("a", "b".repeat(2 * 1024 * 1024 + 1))).toBe(
    '"f.txt": too large to compare by lines (1 bytes -> 2097153 bytes)\n',
  );
});

test("what has over 50,000 lines is told by its sizes, before or after", async () => {
  const many = "x\n".repeat(50_001);
  const line = (sizes: string) => `"f.txt": too many lines to compare (${sizes})\n`;
  expect(await diffOf("a", many)).toBe(line("1 bytes -> 100002 bytes"));
  expect(await diffOf(many, "a")).toBe(line("100002 bytes -> 1 bytes"));
  expect(await diffOf("a\n", "x\n".repeat(50_000))).toContain("-a\n");
});

test("the base is compared as it is now", async () => {
  const base = createMemoryStorage({ files: { a: "1\n", b: "1\n" } });
  const overlay = createOverlayStorage({ base });
  await write(overlay, "a", "2\n");
  await write(overlay, "b", "2\n");
  await write(base, "a", "3\n");
  await base.deleteFile("b");
  expect(await overlay.diff("a")).toContain("-3\n+2\n");
  expect(await overlay.diff("b")).toContain("--- /dev/null\n");
});

test("an invalid path is refused", async () => {
  const overlay = createOverlayStorage({ base: createMemoryStorage() });
  expect(await failureOf(overlay.diff("../x"))).toMatchObject({ code: "VFS_PATH_INVALID" });
});

test("a change of content type beside one of content is told before the diff", async () => {
  const overlay = createOverlayStorage({ base: createMemoryStorage({ files: { "a.txt": "one\n" } }) });
  await write(overlay, "a.txt", "two\n", "application/x-other");
  const lines = (await overlay.diff("a.txt")).split("\n");
  expect(lines.slice(0, 2)).toEqual([
    'content type "text/plain" -> "application/x-other"',
    "diff --git a/a.txt b/a.txt",
  ]);
});
