import { createMemoryStorage } from "@x/vfs-memory";
import { expect, test } from "vitest";
import { type ConformanceMatrix, hasFailures, runMatrix } from "../src/conformance-matrix.js";
import { matrixJson } from "../src/matrix-json.js";
import { matrixMarkdown } from "../src/matrix-markdown.js";
import { printMatrix } from "../src/print-matrix.js";

const matrix: ConformanceMatrix = {
  stores: ["one", "two"],
  requirements: [
    {
      id: "area/first",
      title: "The first rule.",
      level: "must",
      cells: [
        { store: "one", outcome: "pass" },
        { store: "two", outcome: "fail", reason: "why" },
      ],
    },
    {
      id: "area/second",
      title: "The second rule.",
      level: "may",
      cells: [
        { store: "one", outcome: "absent", reason: "the store has no stat" },
        { store: "two", outcome: "skip", reason: "traits say so" },
      ],
    },
  ],
};

test("a terminal shows stores across, requirements down, and why one was skipped", () => {
  expect(printMatrix(matrix).split("\n")).toEqual([
    "               1  2",
    "area/first     ✔  ✘",
    "area/second    · s1",
    "",
    " 1 one: 1 passed, 0 failed, 1 absent, 0 skipped",
    " 2 two: 0 passed, 1 failed, 0 absent, 1 skipped",
    "",
    "✔ passed",
    "✘ failed",
    "· absent: the store does not have the capability",
    "s1 skipped: traits say so",
    "",
  ]);
});

test("the page holds the same", () => {
  const page = matrixMarkdown(matrix);
  expect(page).toContain(
    [
      "| requirement         |  1  |  2  |",
      "| ------------------- | :-: | :-: |",
      "| `area/first`        |  ✔  |  ✘  |",
      "| `area/second` (may) |  ·  | s1  |",
    ].join("\n"),
  );
  expect(page).toContain("- s1 skipped: traits say so");
  expect(page).toContain("- `area/first`: The first rule.");
});

test("programs get outcomes by store, and reasons where there are any", () => {
  const { requirements } = JSON.parse(matrixJson(matrix)) as { requirements: unknown };
  expect(requirements).toEqual([
    {
      id: "area/first",
      title: "The first rule.",
      level: "must",
      outcomes: { one: "pass", two: "fail" },
      reasons: { two: "why" },
    },
    {
      id: "area/second",
      title: "The second rule.",
      level: "may",
      outcomes: { one: "absent", two: "skip" },
      reasons: { two: "traits say so" },
    },
  ]);
});

test("a store that breaks a rule is a failure of the whole", async () => {
  const broken = { ...createMemoryStorage(), readFile: () => Promise.reject(new Error("no")) };
  const told: string[] = [];
  const run = await runMatrix([{ name: "broken", create: () => ({ storage: broken }) }], 1, (name, failed, seed) => {
    told.push(`${name} ${failed.length > 0} ${seed}`);
  });
  expect(told).toEqual(["broken true 1"]);
  expect(hasFailures(run)).toBe(true);
  expect(hasFailures(matrix)).toBe(true);
});
