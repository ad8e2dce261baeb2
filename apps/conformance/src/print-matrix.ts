import type { ConformanceMatrix } from "./conformance-matrix.js";
import { countOutcomes, MatrixLegend } from "./matrix-legend.js";

/** The matrix for a terminal: stores across, by number, and requirements down. */
export function printMatrix(matrix: ConformanceMatrix): string {
  const legend = new MatrixLegend(matrix);
  const width = Math.max(...matrix.requirements.map(({ id }) => id.length));
  const line = (head: string, cells: readonly string[]) =>
    `${head.padEnd(width)}  ${cells.map((cell) => cell.padStart(3)).join("")}`;
  return [
    line(
      "",
      matrix.stores.map((_, index) => String(index + 1)),
    ),
    ...matrix.requirements.map(({ id, cells }) =>
      line(
        id,
        cells.map((cell) => legend.sign(cell)),
      ),
    ),
    "",
    ...countOutcomes(matrix).map(([store, counts], index) => `${String(index + 1).padStart(2)} ${store}: ${counts}`),
    "",
    ...legend.lines(),
    "",
  ].join("\n");
}
