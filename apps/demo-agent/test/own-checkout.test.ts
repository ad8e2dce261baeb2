import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { eventsOf, runJson, runProgram } from "./support/run-agent.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Files of the checkout, ignored ones aside, as git knows them. */
function gitFiles(...patterns: string[]): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ...patterns];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0");
  return [...new Set(listed.filter((path) => path !== "" && existsSync(join(root, path))))].sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
}

const samplePath = "apps/demo-agent/sample/release-notes.md";
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

test("on this checkout it finds what git and a plain search find", async () => {
  const { code, events } = await runJson(["--dir", root]);
  expect(code).toBe(0);
  const diffs = new Map(eventsOf(events, "change").map(({ change, diff }) => [change.path, diff]));

  const documents = gitFiles("*.md", "*.mdx", "*.markdown");
  const index = diffs.get("DOCUMENTS.md") ?? "";
  expect([...index.matchAll(/^\+## (.*)$/gm)].map(([, path]) => path)).toEqual(documents);
  const sizes = [...index.matchAll(/^\+.* \((\d+) bytes\)$/gm)].map(([, size]) => Number(size));
  // The typos are mended before the documents are indexed.
  const mended = (text: string) => text.replace(/\[sic: (?:.*?) -> (.*?)\]/g, "$1");
  expect(sizes).toEqual(
    documents.map((path) => Buffer.byteLength(path === samplePath ? mended(textOf(path)) : textOf(path))),
  );

  const marker = /\b(TO(?:DO)|FIX(?:ME))\b/;
  const marked = gitFiles().flatMap((path) => {
    const lines = textOf(path).split("\n");
    return lines.flatMap((line, at) => (!line.includes("\0") && marker.test(line) ? [`${path}:${at + 1}`] : []));
  });
  const report = diffs.get("MARKERS.md") ?? "";
  let file = "";
  const reported = [...report.matchAll(/^\+(?:## (.*)|Line (\d+):)$/gm)].flatMap(([, path, line]) => {
    if (path !== undefined) file = path;
    return line === undefined ? [] : [`${file}:${line}`];
  });
  expect(reported).toEqual(marked);

  const sample = diffs.get(samplePath) ?? "";
  expect(sample).toMatch(/^-.*\[sic: recieved -> received\].*$\n^-.*$\n^\+- Files are received whole/m);
});

test("drawn for people, it shows the plan ticked off, the calls, the diffs, and that nothing was written", async () => {
  const { code, stdout } = await runProgram(["--dir", root]);
  expect(code).toBe(0);
  expect(stdout).toContain("scripted model, no AI");
  for (const step of ["Read the documents", "Write DOCUMENTS.md", "Mend the marked typos"])
    expect(stdout).toContain(`✔ ${step}`);
  expect(stdout).toMatch(/✓ read_file CONTRIBUTING\.md \d+(\.\d+)? ms/);
  expect(stdout).toContain("changed: apps/demo-agent/sample/release-notes.md");
  expect(stdout).toContain("Nothing on disk was changed");
});
