import type { BenchRow } from "./run-bench.js";

/** A table of medians, each with its ratio to what it was held against. */
export function formatRows(rows: readonly BenchRow[]): string {
  const lines = rows.map(({ task, results }) => {
    const cells = Object.entries(results).map(([name, { median, ratio }]) => {
      return `${name} ${median.toFixed(1)} ms (${ratio.toFixed(2)} x)`.padEnd(28);
    });
    return `${task.padEnd(30)}${cells.join("")}`.trimEnd();
  });
  const isAgainstRipgrep = rows.every(({ base }) => base === "rg");
  lines.push(isAgainstRipgrep ? "Ratios are to rg." : "rg is not installed: ratios are to the plain walk.");
  return lines.join("\n");
}
