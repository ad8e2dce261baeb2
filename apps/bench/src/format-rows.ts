import type { BenchRow } from "./run-bench.js";

/** A table of medians, each with its ratio to ripgrep or, where that is missing, to the plain walk. */
export function formatRows(rows: readonly BenchRow[]): string {
  const lines: string[] = [];
  for (const { task, medians } of rows) {
    const base = "rg" in medians ? "rg" : "walk";
    const cells = Object.entries(medians).map(([name, time]) => {
      const ratio = name === base ? "" : ` (${(time / (medians[base] ?? time)).toFixed(2)} x)`;
      return `${name} ${time.toFixed(1)} ms${ratio}`.padEnd(28);
    });
    lines.push(`${task.padEnd(30)}${cells.join("")}`.trimEnd());
  }
  if (!rows.some(({ medians }) => "rg" in medians)) lines.push("rg is not installed; the ratios are to the plain walk");
  return lines.join("\n");
}
