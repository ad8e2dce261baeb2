import { GrowingNumbers } from "./growing-numbers.js";
import { scanRows } from "./scan-rows.js";
import { sharedLength } from "./shared-length.js";
import { TokenTable } from "./token-table.js";

/** A part of a text: whole rows, from `start` up to, and without, `end`. */
export interface NearestRows {
  readonly start: number;
  readonly end: number;
}

/** How much of the text sought takes part in the search. */
const soughtUnits = 32 * 1024;
const soughtRows = 400;
/** What is in more rows than this tells little about where to look. */
const maximumSightings = 20_000;
const lineFeed = 10;
const maximumCandidates = 16;
/** Which share of the words sought must be there for a place to be called near. */
const nearShare = 0.4;

/**
 * The rows that share the most with the text sought, row by row, rare words before frequent ones; undefined where
 * nothing is near. Takes time in proportion to the length of the text, whatever it holds.
 */
export function findNearestRows(text: string, sought: string): NearestRows | undefined {
  const beginning = sought.slice(0, soughtUnits);
  const { table, rowCount } = tokensOf(beginning, countBreaks(sought, soughtUnits));
  if (table.size === 0) return undefined;
  const rowStarts = new GrowingNumbers();
  const sightings = { tokens: new GrowingNumbers(), rows: new GrowingNumbers() };
  const frequencies = new Uint32Array(table.size);
  const lastRows = new Int32Array(table.size).fill(-1);
  const see = (hash: number) => {
    const token = table.find(hash);
    if (token === -1 || lastRows[token] === rowStarts.length) return;
    lastRows[token] = rowStarts.length;
    const frequency = (frequencies[token] ?? 0) + 1;
    frequencies[token] = frequency;
    if (frequency > maximumSightings) return;
    sightings.tokens.push(token);
    sightings.rows.push(rowStarts.length);
  };
  scanRows(text, {
    word: see,
    row(start, hash) {
      if (hash !== 0) see(hash);
      rowStarts.push(start);
    },
  });

  const weights = Float32Array.from(frequencies, (frequency) =>
    Math.log(1 + rowStarts.length / Math.max(1, frequency)),
  );
  const votes = new Float32Array(rowStarts.length + soughtRows);
  for (let index = 0; index < sightings.tokens.length; index++) {
    const token = sightings.tokens.at(index);
    for (const soughtRow of table.rowsOf(token)) {
      const first = sightings.rows.at(index) - soughtRow + soughtRows - 1;
      votes[first] = (votes[first] ?? 0) + (weights[token] ?? 0);
    }
  }

  let best: (NearestRows & { readonly likeness: number }) | undefined;
  for (const vote of highest(votes, maximumCandidates)) {
    const first = vote - soughtRows + 1;
    const start = rowStarts.at(Math.max(0, first));
    const end = first + rowCount < rowStarts.length ? rowStarts.at(first + rowCount) : text.length;
    const part = text.slice(start, Math.min(end, start + soughtUnits));
    const share = shareOfWords(part, table);
    if (share < nearShare) continue;
    const shared = sharedLength(sought, sought.endsWith("\n") ? part : part.replace(/\n$/, ""));
    const likeness = share + (shared.start + shared.end) / sought.length;
    if (best === undefined || likeness > best.likeness) best = { start, end, likeness };
  }
  return best;
}

function tokensOf(sought: string, rowsAfter: number): { table: TokenTable; rowCount: number } {
  const table = new TokenTable();
  let row = 0;
  const add = (hash: number, isRow: boolean) => {
    if (row < soughtRows) table.add(hash, row, isRow);
  };
  scanRows(sought, {
    word: (hash) => add(hash, false),
    row(_, hash) {
      if (hash !== 0) add(hash, true);
      row++;
    },
  });
  return { table, rowCount: row + rowsAfter };
}

function countBreaks(text: string, from: number): number {
  let count = 0;
  for (let index = from; index < text.length; index++) if (text.charCodeAt(index) === lineFeed) count++;
  return count;
}

/** The positions of the highest votes, the highest first; of equal ones the first. */
function highest(votes: Float32Array, count: number): number[] {
  const best: number[] = [];
  let least = 0;
  const voteOf = (position: number) => votes[position] ?? 0;
  for (let position = 0; position < votes.length; position++) {
    if (voteOf(position) <= least) continue;
    const place = best.findIndex((other) => voteOf(position) > voteOf(other));
    best.splice(place === -1 ? best.length : place, 0, position);
    if (best.length > count) best.pop();
    if (best.length === count) least = voteOf(best.at(-1) ?? 0);
  }
  return best;
}

/** Which share of the words sought is in the part; of the rows, where it has no words. */
function shareOfWords(part: string, table: TokenTable): number {
  const present = new Uint8Array(table.size);
  const see = (hash: number) => {
    const token = table.find(hash);
    if (token !== -1) present[token] = 1;
  };
  scanRows(part, { word: see, row: (_, hash) => see(hash) });
  const relevant = table.relevantTokens();
  return relevant.filter((token) => present[token] === 1).length / relevant.length;
}
