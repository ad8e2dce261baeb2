import { expect, test } from "vitest";
import { formatRows } from "../src/format-rows.js";
import { runBench } from "../src/run-bench.js";
import { createSourceTree } from "../src/source-tree.js";

test("runs every task by every contender, which all find the same", async () => {
  const rows = await runBench({ rounds: 1, files: 120, directories: 30 });

  expect(rows.map((row) => row.task)).toHaveLength(5);
  for (const { medians } of rows) {
    expect(Object.keys(medians)).toEqual(expect.arrayContaining(["memory", "disk", "walk"]));
    expect(Object.values(medians).every((time) => time > 0)).toBe(true);
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
  expect(formatRows([{ task: "t", medians: { rg: 10, memory: 5 } }])).toMatch(
    /^t +rg 10\.0 ms +memory 5\.0 ms \(0\.50 x\)$/,
  );
  expect(formatRows([{ task: "t", medians: { memory: 5, walk: 10 } }])).toMatch(
    /\(0\.50 x\) +walk 10\.0 ms\nrg is not/,
  );
});
