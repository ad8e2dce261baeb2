import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventsOf, runJson } from "./support/run-agent.js";
import { directoryWith, filesOf } from "./support/temporary-directory.js";

const word = fc.stringMatching(/^[a-z]{2,8}$/);

/** A document with headings that are known beforehand, and text that looks like headings and is none. */
const document = fc
  .array(fc.record({ level: fc.integer({ min: 1, max: 4 }), text: fc.array(word, { minLength: 1, maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((headings) => {
    const named = headings.map(({ level, text }) => ({ level, text: text.join(" ") }));
    const lines = named.flatMap(({ level, text }) => [
      `${"#".repeat(level)} ${text}`,
      "",
      `Some text, #${text}.`,
      "```",
      "# not a heading",
      "```",
      "",
    ]);
    return { headings: named, content: `${lines.join("\n")}\n` };
  });

const tree = fc.record({
  documents: fc.dictionary(
    fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join("/")}.md`),
    document,
    {
      minKeys: 1,
      maxKeys: 12,
    },
  ),
  marked: fc.dictionary(
    word.map((name) => `src-x/${name}.txt`),
    fc.nat({ max: 40 }),
    { maxKeys: 4 },
  ),
  typos: fc.array(fc.tuple(word, word), { maxLength: 4 }),
});

describe("the scripted model's job on a tree of random files", () => {
  // Each run starts the program once; the trees are what varies.
  const trees = fc.sample(tree, { numRuns: 5, seed: 20 });

  test.each(trees.map((one, index) => [index, one] as const))(
    "tree %i",
    async (_index, { documents, marked, typos }) => {
      const files: Record<string, string> = {};
      for (const [path, { content }] of Object.entries(documents)) files[path] = content;
      for (const [path, line] of Object.entries(marked)) files[path] = `${"plain\n".repeat(line)}TODO: here\nafter\n`;
      files["typos.txt"] = typos.map(([wrong, right]) => `A [sic: ${wrong}1 -> ${right}] word.\n`).join("");
      const directory = await directoryWith(files);

      const { code, events } = await runJson(["--dir", directory, "--yes"]);
      expect(code).toBe(0);
      const after = await filesOf(directory);

      const index = after["DOCUMENTS.md"] ?? "";
      const sections = index.split(/^## /m).slice(1);
      expect(sections.map((section) => section.split("\n", 1)[0])).toEqual(Object.keys(documents).sort());
      for (const section of sections) {
        const [path = ""] = section.split("\n", 1);
        const { headings, content } = documents[path]!;
        const top = Math.min(...headings.map(({ level }) => level));
        const title = headings.find(({ level }) => level === top)?.text;
        expect(section.split("\n")[2]).toBe(`${title} (${Buffer.byteLength(content)} bytes)`);
        const outline = headings.map(({ level, text }) => `${"  ".repeat(level - top)}- ${text}`);
        expect(section.split("\n").filter((line) => /^ *- /.test(line))).toEqual(outline);
      }

      const report = after["MARKERS.md"] ?? "";
      expect(report.match(/^## .*/gm) ?? []).toEqual(
        Object.keys(marked)
          .sort()
          .map((path) => `## ${path}`),
      );
      for (const [path, line] of Object.entries(marked)) {
        const section = report.slice(report.indexOf(`## ${path}`)).split(/^## /m)[1];
        expect(section).toContain(`Line ${line + 1}:`);
        expect(section).toContain(`    ${line + 1}\tTODO: here\n    ${line + 2}\tafter`);
      }

      expect(after["typos.txt"]).toBe(typos.map(([, right]) => `A ${right} word.\n`).join(""));
      const untouched = Object.entries(files).filter(([path]) => path !== "typos.txt");
      expect(after).toMatchObject(Object.fromEntries(untouched));

      const plans = eventsOf(events, "plan");
      expect(plans.at(-1)?.todos.map(({ status }) => status)).toEqual(Array(5).fill("completed"));
      expect(eventsOf(events, "tool").filter(({ isError }) => isError)).toEqual([]);
    },
  );
});

test("without --write nothing on disk changes, and the changes are shown", async () => {
  const files = { "a.md": "# A\n", "b.txt": "FIXME: all of it, [sic: teh -> the] whole\n" };
  const directory = await directoryWith(files);
  const { code, events } = await runJson(["--dir", directory]);
  expect(code).toBe(0);
  expect(await filesOf(directory)).toEqual(files);
  const changes = eventsOf(events, "change");
  expect(changes.map(({ change }) => [change.kind, change.path])).toEqual([
    ["added", "DOCUMENTS.md"],
    ["added", "MARKERS.md"],
    ["modified", "b.txt"],
  ]);
  expect(changes[2]?.diff).toMatch(/^-FIXME.*teh -> the.*$\n^\+FIXME: all of it, the whole$/m);
});

test("a second run finds the files of the first and does not index them", async () => {
  const directory = await directoryWith({ "a.md": "# A\n", "b.txt": "TODO\n" });
  await runJson(["--dir", directory, "--yes"]);
  const first = await filesOf(directory);
  const { events } = await runJson(["--dir", directory, "--yes"]);
  expect(await filesOf(directory)).toEqual(first);
  expect(eventsOf(events, "change")).toEqual([]);
});

test("documents of any length are read to their ends", async () => {
  const long = `# Long\n${"text\n".repeat(5000)}## After five thousand lines\n${"x".repeat(100_000)}\n### After a long line\n`;
  const directory = await directoryWith({
    "long.md": long,
    "empty.md": "",
    "binary.md": "\0",
    "front.md": "---\na: 1\n---\nPlain.\n",
  });
  await runJson(["--dir", directory, "--yes"]);
  const index = (await filesOf(directory))["DOCUMENTS.md"];
  expect(index).toContain(
    `## long.md\n\nLong (${Buffer.byteLength(long)} bytes)\n\n- Long\n  - After five thousand lines\n    - After a long line\n`,
  );
  expect(index).toContain("## empty.md\n\nempty.md (0 bytes)\n");
  expect(index).toContain("## front.md\n\nPlain. (");
  expect(index).toContain("binary.md could not be read.");
});

test("what .gitignore names is left out unless it is asked for", async () => {
  const directory = await directoryWith({ ".gitignore": "out/\n", "a.md": "# A\n", "out/b.md": "# B\n" });
  const index = async (...args: string[]) => {
    const { events } = await runJson(["--dir", directory, ...args]);
    return eventsOf(events, "change").find(({ change }) => change.path === "DOCUMENTS.md")?.diff;
  };
  expect(await index()).not.toContain("out/b.md");
  expect(await index("--no-gitignore")).toContain("out/b.md");
});
