import type { ConformanceMatrix, MatrixCell } from "./conformance-matrix.js";

/** The matrix for programs: for each requirement the outcome on each store, and the reasons of those that did not run through. */
export function matrixJson({ stores, requirements }: ConformanceMatrix): string {
  const byStore = (cells: readonly MatrixCell[], valueOf: (cell: MatrixCell) => string | undefined) =>
    Object.fromEntries(cells.map((cell) => [cell.store, valueOf(cell)]));
  const rows = requirements.map(({ id, title, level, cells }) => ({
    id,
    title,
    level,
    outcomes: byStore(cells, ({ outcome }) => outcome),
    ...(cells.some(isExplained) && { reasons: byStore(cells.filter(isExplained), ({ reason }) => reason) }),
  }));
  return `${JSON.stringify({ stores, requirements: rows }, undefined, 2)}\n`;
}

/** What is absent needs no reason: the requirement's area is the capability. */
function isExplained({ outcome, reason }: MatrixCell): boolean {
  return reason !== undefined && outcome !== "absent";
}
