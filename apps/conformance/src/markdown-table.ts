type Alignment = "left" | "right" | "center";

/** A table whose columns line up, as a formatter would leave it. The first row is the head. */
export function markdownTable(rows: readonly (readonly string[])[], alignments: readonly Alignment[]): string[] {
  const widths = alignments.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const padded = rows.map((row) =>
    line(alignments.map((alignment, column) => pad(row[column] ?? "", widths[column] ?? 3, alignment))),
  );
  const rule = line(alignments.map((alignment, column) => ruleOf(widths[column] ?? 3, alignment)));
  return [...padded.slice(0, 1), rule, ...padded.slice(1)];
}

function pad(text: string, width: number, alignment: Alignment): string {
  if (alignment === "left") return text.padEnd(width);
  if (alignment === "right") return text.padStart(width);
  return text.padStart(text.length + Math.floor((width - text.length) / 2)).padEnd(width);
}

function ruleOf(width: number, alignment: Alignment): string {
  if (alignment === "left") return "-".repeat(width);
  return alignment === "right" ? `${"-".repeat(width - 1)}:` : `:${"-".repeat(width - 2)}:`;
}
