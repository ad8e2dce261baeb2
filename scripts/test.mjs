// Every check of the project, one after the other, and the count at the end.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, node, root } from "./workspace.mjs";

const cache = join(root, ".cache");

/** One check that passes or fails as a whole. */
const single = (args) => async () => {
  const { code } = await node(args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
};

async function unitTests(args) {
  const report = join(cache, "tests.json");
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code } = await node(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...args]);
  return counted(report, code);
}

async function packageChecks() {
  const report = join(cache, "packages.json");
  rmSync(report, { force: true });
  const { code } = await node(["scripts/check-packages.mjs", report]);
  return counted(report, code);
}

/** The counts of a report; a run that left none, or that failed without a failed test, counts as a failure. */
function counted(report, code) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const { numPassedTests, numFailedTests, numPendingTests = 0 } = JSON.parse(readFileSync(report, "utf8"));
    counts = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  } catch (error) {
    console.error(`no report: ${error.message}`);
  }
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.passed + counts.failed === 0) counts.failed = 1;
  return counts;
}

const stages = [
  ["format", single(["node_modules/@biomejs/biome/bin/biome", "ci", "--log-level=warn", "."])],
  ["lint", single(["node_modules/eslint/bin/eslint.js", "."])],
  ["types", single(["node_modules/typescript/bin/tsc", "-p", "."])],
  [
    "build",
    async () => {
      const built = await build();
      return { passed: built ? 1 : 0, failed: built ? 0 : 1, skipped: 0 };
    },
  ],
  ["tests", unitTests],
  ["packages", packageChecks],
];

/** Runs every stage, also after one has failed; arguments go to vitest. Resolves to the exit code. */
export async function test(args) {
  mkdirSync(cache, { recursive: true });
  const total = { passed: 0, failed: 0, skipped: 0 };
  const rows = [];
  for (const [name, work] of stages) {
    console.log(`\n== ${name}`);
    const start = performance.now();
    const counts = await work(args);
    for (const key of Object.keys(total)) total[key] += counts[key];
    rows.push([name, counts, (performance.now() - start) / 1000]);
  }
  console.log("\nstage      passed  failed  skipped  seconds");
  for (const [name, { passed, failed, skipped }, seconds] of rows) {
    const cells = [passed, failed, skipped, seconds.toFixed(1)];
    console.log(name.padEnd(9) + cells.map((cell, index) => String(cell).padStart([8, 8, 9, 9][index])).join(""));
  }
  const tail = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`\n${total.passed} passed, ${total.failed} failed${tail}`);
  return total.failed === 0 ? 0 : 1;
}
