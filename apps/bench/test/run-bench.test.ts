import { expect, test } from "vitest";
import { formatRows } from "../src/format-rows.js";
import { runBench } from "../src/run-bench.js";
import { createSourceTree } from "../src/source-tree.js";

test("runs every task by every contender, which all find the same", async () => {
  const rows = await runBench({ rounds: 1, warmUps: 1, files: 120, directories: 30 });

  expect(rows.map((row) => row.task)).toHaveLength(5);
  for (const { base, results } of rows) {
    expect(Object.keys({ ...results, [base]: undefined })).toEqual(expect.arrayContaining(["memory", "disk", "walk"]));
    for (const { median, ratio } of Object.values(results)) expect(Math.min(median, ratio)).toBeGreaterThan(0);
  }
});

test("makes the same tree every time, with the sizes asked for", () => {
  const size = { files: 200, directories: 50 };
  const tree = createSourceTree(size);

  expect(createSourceTree(size)).toEqual(tree);
  expect(Object.keys(tree)).toHaveLength(200);
  expect(new Set(Object.keys(tree).map((path) => path.slice(0, path.lastIndexOf("/")))).size).toBe(50);
});

test("shows ratios to ripgrep, or to the plain walk where there is none", () => {
  const results = { memory: { median: 5, ratio: 0.5 } };
  expect(formatRows([{ task: "t", base: "rg", results }])).toMatch(/^t +memory 5\.0 ms \(0\.50 x\)\nRatios are to rg/);
  expect(formatRows([{ task: "t", base: "walk", results }])).toMatch(/\(0\.50 x\)\nrg is not installed/);
});
