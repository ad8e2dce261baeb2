import { ContentLines } from "./content-lines.js";
import type { GrepReport } from "./grep-report.js";
import type { LinePattern } from "./line-pattern.js";

export type OutputMode = "content" | "files_with_matches" | "count";

/** Turns the matching lines of one file into entries of a report. */
export interface MatchWriter {
  /** Takes a matching line, by its offsets. Whether it wants more lines of this file. */
  add(start: number, end: number): boolean;
  /** Ends the file. Whether the report takes more files. */
  finish(): boolean;
}

export interface WriterOptions {
  readonly mode: OutputMode;
  readonly pattern: LinePattern;
  /** Lines of context. */
  readonly around: number;
  readonly report: GrepReport;
}

export function createMatchWriter(path: string, text: Buffer, options: WriterOptions): MatchWriter {
  const { mode, pattern, around, report } = options;
  if (mode === "content") {
    const lines = new ContentLines({ path, text }, around, report);
    return {
      add: (start, end) => lines.add(start, end, () => pattern.start(text.subarray(start, end))),
      finish: () => !report.isFull && lines.finish(),
    };
  }
  let count = 0;
  return {
    add() {
      count++;
      return mode === "count";
    },
    finish: () => count === 0 || report.add(mode === "count" ? { path, count } : path),
  };
}
