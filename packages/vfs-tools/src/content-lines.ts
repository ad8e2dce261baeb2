import type { GrepReport } from "./grep-report.js";
import { lineExcerpt } from "./line-excerpt.js";

export interface TextFile {
  readonly path: string;
  /** Lines that end in bare line feeds. */
  readonly text: Buffer;
}

/** Writes the matching lines of one file into a report, with the lines around them. */
export class ContentLines {
  readonly #file: TextFile;
  readonly #around: number;
  readonly #report: GrepReport;
  /** Where the line starts that follows the last one shown, and its number; undefined before the first. */
  #shownUntil: number | undefined;
  #counted = { offset: 0, number: 1 };

  constructor(file: TextFile, around: number, report: GrepReport) {
    this.#file = file;
    this.#around = around;
    this.#report = report;
  }

  /** Shows a matching line, the lines before it, and those behind the match before. Whether all of it was taken. */
  add(start: number, end: number, matchStart: () => number): boolean {
    if (!this.finish(start)) return false;
    for (const [from, to] of this.#linesBefore(start)) {
      if (!this.#show(from, to, "-", () => 0)) return false;
    }
    return this.#show(start, end, ":", matchStart);
  }

  /** Shows the lines behind the last match, as far as they end before `limit`. */
  finish(limit = this.#file.text.length): boolean {
    const { text } = this.#file;
    let from = this.#shownUntil;
    for (let left = this.#around; left > 0 && from !== undefined && from < limit; left--) {
      const to = endOfLine(text, from);
      if (!this.#show(from, to, "-", () => 0)) return false;
      from = to + 1;
    }
    return true;
  }

  #linesBefore(start: number): [from: number, to: number][] {
    const lines: [number, number][] = [];
    const limit = this.#shownUntil ?? 0;
    let end = start - 1;
    while (lines.length < this.#around && end >= limit) {
      const from = end === 0 ? 0 : this.#file.text.lastIndexOf(0x0a, end - 1) + 1;
      lines.unshift([from, end]);
      end = from - 1;
    }
    return lines;
  }

  #show(start: number, end: number, mark: ":" | "-", matchStart: () => number): boolean {
    const { path, text } = this.#file;
    const startsGroup = this.#around > 0 && this.#report.entries.length > 0 && start !== this.#shownUntil;
    const shown = lineExcerpt(text.subarray(start, end), matchStart);
    const entry = `${path}${mark}${this.#numberAt(start)}${mark}${shown}`;
    this.#shownUntil = end + 1;
    return this.#report.add(entry, startsGroup ? "--" : undefined);
  }

  /** Lines are asked for in order, so each is counted once. */
  #numberAt(start: number): number {
    const { text } = this.#file;
    let { offset, number } = this.#counted;
    while (offset < start) {
      offset = endOfLine(text, offset) + 1;
      number++;
    }
    this.#counted = { offset, number };
    return number;
  }
}

function endOfLine(text: Buffer, start: number): number {
  const end = text.indexOf(0x0a, start);
  return end === -1 ? text.length : end;
}
