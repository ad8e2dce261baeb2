import { jsonBytes, maximumListBytes } from "./bounded-list.js";

const maximumEntries = 200;
const shownExamples = 2;

export type GrepEntry = string | { readonly path: string; readonly count: number };

/** Collects what grep shows, within its limits, and what it could not look at. */
export class GrepReport {
  readonly entries: GrepEntry[] = [];
  /** Whether something that could match was not looked at or not shown. */
  truncated = false;
  /** Whether an entry was turned away. */
  isFull = false;
  readonly #notes: string[] = [];
  readonly #skipped = new Map<string, { count: number; examples: string[] }>();
  #free = maximumListBytes - 2;
  #counted = 0;

  /** Whether the entry was taken. The separator stands before it and is not counted. */
  add(entry: GrepEntry, separator?: string): boolean {
    const bytes = jsonBytes(entry) + 1 + (separator === undefined ? 0 : jsonBytes(separator) + 1);
    if (this.#counted === maximumEntries || bytes > this.#free) {
      const limit = this.#counted === maximumEntries ? `${maximumEntries} entries` : "40 KiB of results";
      this.isFull = true;
      this.stop(`stopped at ${limit}; narrow the search with path_glob or a more specific pattern`);
      return false;
    }
    if (separator !== undefined) this.entries.push(separator);
    this.entries.push(entry);
    this.#free -= bytes;
    this.#counted++;
    return true;
  }

  /** Notes a limit that ended the search. */
  stop(note: string): void {
    this.truncated = true;
    this.#notes.push(note);
  }

  /** Notes something that was passed over, for a reason that reads on from "2 skipped,". */
  skip(reason: string, example: string): void {
    this.truncated = true;
    const skipped = this.#skipped.get(reason) ?? { count: 0, examples: [] };
    this.#skipped.set(reason, skipped);
    skipped.count++;
    if (skipped.examples.length < shownExamples) skipped.examples.push(shorten(example));
  }

  /** Notes something that takes nothing away from the result. */
  remark(note: string): void {
    this.#notes.push(note);
  }

  get notes(): readonly string[] {
    const skipped = [...this.#skipped].map(([reason, { count, examples }]) => {
      return `${count} skipped, ${reason}: ${examples.join(", ")}${count > examples.length ? ", ..." : ""}`;
    });
    return [...this.#notes, ...skipped];
  }
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= 100 ? text : `${characters.slice(0, 100).join("")}...`;
}
