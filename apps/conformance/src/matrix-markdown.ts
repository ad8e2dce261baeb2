import type { ConformanceMatrix } from "./conformance-matrix.js";
import { markdownTable } from "./markdown-table.js";
import { countOutcomes, MatrixLegend } from "./matrix-legend.js";

/** The matrix as a page of the documentation. It says the same on every system and at any time. */
export function matrixMarkdown(matrix: ConformanceMatrix): string {
  const legend = new MatrixLegend(matrix);
  const numbers = matrix.stores.map((_, index) => String(index + 1));
  return [
    "# Conformance matrix",
    "",
    "Every store of this project and every wrapper, held to the [storage contract](storage-contract.md) by `@x/vfs-conformance`. `npm run conformance` writes this page, and a test keeps it true.",
    "",
    ...markdownTable(
      [
        ["", "store", "result"],
        ...countOutcomes(matrix).map(([store, counts], index) => [String(index + 1), store, counts]),
      ],
      ["right", "left", "left"],
    ),
    "",
    ...legend.lines().map((line) => `- ${line}`),
    "",
    ...markdownTable(
      [
        ["requirement", ...numbers],
        ...matrix.requirements.map(({ id, level, cells }) => [
          `\`${id}\`${level === "may" ? " (may)" : ""}`,
          ...cells.map((cell) => legend.sign(cell)),
        ]),
      ],
      ["left", ...numbers.map(() => "center" as const)],
    ),
    "",
    "## What each requirement says",
    "",
    ...matrix.requirements.map(({ id, title }) => `- \`${id}\`: ${withoutMarks(title)}`),
    "",
  ].join("\n");
}

/** Text that shows as it is: names such as `__proto__` would be bold. */
function withoutMarks(text: string): string {
  return text.replace(/[_*[\]<>]/g, "\\$&");
}
