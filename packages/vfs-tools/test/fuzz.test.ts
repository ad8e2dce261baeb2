import { expect, test } from "vitest";
import { vfsToolNames } from "../src/index.js";
import { fuzzTools } from "./fuzz/fuzz-tools.js";

const calls = Number(process.env.FUZZ_CALLS ?? 3_000);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const levelMemoryBytes = 64 * 1024 * 1024;

test(`${calls} hostile calls get nothing but results within their caps and errors of the two kinds`, {
  timeout: 4 * 60 * 60 * 1_000,
}, async () => {
  const report = await fuzzTools({ seed, calls });
  const { slowest, memory, passedChecks } = report;
  console.log(
    [
      `seed ${seed}: ${calls} calls, ${passedChecks} past the argument checks, ${report.faults.length} faults`,
      `slowest: ${slowest.tool}, ${slowest.milliseconds.toFixed(0)} ms`,
      `live memory: ${toMebibytes(memory.early)} MiB after a tenth, ${toMebibytes(memory.late)} MiB at the end`,
      ...Object.entries(report.outcomes).map(([name, tally]) => `${name || '""'}: ${JSON.stringify(tally)}`),
    ].join("\n"),
  );
  expect(report.faults.slice(0, 10)).toEqual([]);
  expect(passedChecks).toBeGreaterThan(calls / 2);
  expect(memory.late - memory.early).toBeLessThan(levelMemoryBytes);
  for (const name of vfsToolNames) expect(report.outcomes[name]?.ok ?? 0, name).toBeGreaterThan(0);
});

function toMebibytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}
