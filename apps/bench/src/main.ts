import { parseArgs } from "node:util";
import { formatRows } from "./format-rows.js";
import { runBench } from "./run-bench.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    "warm-ups": { type: "string", default: "10" },
    files: { type: "string", default: "9080" },
    directories: { type: "string", default: "3771" },
    json: { type: "boolean", default: false },
  },
});

const rows = await runBench({
  rounds: positive("rounds", values.rounds),
  warmUps: positive("warm-ups", values["warm-ups"]),
  files: positive("files", values.files),
  directories: positive("directories", values.directories),
});
process.stdout.write(`${values.json ? JSON.stringify(rows, null, 2) : formatRows(rows)}\n`);

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) {
    process.stderr.write(`--${name} must be an integer of at least 1, got ${text}\n`);
    process.exit(1);
  }
  return value;
}
