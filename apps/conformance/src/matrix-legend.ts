import type { ConformanceMatrix, MatrixCell } from "./conformance-matrix.js";

/** Gives each cell its sign, and numbers the reasons of those that were skipped. */
export class MatrixLegend {
  readonly #reasons: readonly string[];

  constructor(matrix: ConformanceMatrix) {
    const skipped = matrix.requirements.flatMap(({ cells }) => cells).filter(({ outcome }) => outcome === "skip");
    this.#reasons = [...new Set(skipped.map(({ reason = "" }) => reason))];
  }

  sign({ outcome, reason = "" }: MatrixCell): string {
    if (outcome === "pass") return "✔";
    if (outcome === "fail") return "✘";
    if (outcome === "absent") return "·";
    return `s${this.#reasons.indexOf(reason) + 1}`;
  }

  /** What each sign means. */
  lines(): readonly string[] {
    return [
      "✔ passed",
      "✘ failed",
      "· absent: the store does not have the capability",
      ...this.#reasons.map((reason, index) => `s${index + 1} skipped: ${reason}`),
    ];
  }
}

/** How many requirements passed, failed, are absent and were skipped, for each store. */
export function countOutcomes(matrix: ConformanceMatrix): readonly (readonly [store: string, counts: string])[] {
  return matrix.stores.map((store, index) => {
    const outcomes = matrix.requirements.map(({ cells }) => cells[index]?.outcome);
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
    const counts = `${count("pass")} passed, ${count("fail")} failed, ${count("absent")} absent, ${count("skip")} skipped`;
    return [store, counts];
  });
}
