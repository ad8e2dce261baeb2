import type { TextLines } from "./text-lines.js";

/** Where in a text something like the text sought may begin. */
export interface NearPlace {
  /** The line that its first line seems to be. */
  readonly line: number;
  /** About where it begins: worth more than the line where that is very long. */
  readonly position: number;
}

/** Fragments are this short so that no text makes searching for one slow. */
const longestFragment = 32;
const shortestFragment = 3;
/** In a text shorter than this each character may be what leads to its place. */
const shortText = 40;
const maximumFragments = 400;
const maximumSightings = 128;
const maximumPlaces = 24;
/** How much text all searches together may go through. */
const maximumSearchedUnits = 24 * 1024 * 1024;
const longestLine = 2_000;
const bucketUnits = 1_024;

interface Fragment {
  readonly text: string;
  /** In which line of the text sought it is, and where in the text. */
  readonly line: number;
  readonly offset: number;
}

/**
 * Finds fragments of the text sought as they stand, but for letter case, and lets each vote for where the whole would
 * begin: the longer and the rarer a fragment, the more. The places with most votes come first. A native search does
 * nearly all of the work, for less than a fixed amount of text.
 */
export function nearPlaces(text: string, lines: TextLines, sought: string): NearPlace[] {
  const lower = text.toLowerCase();
  const haystack = lower.length === text.length ? lower : text;
  const votes = new Map<number, NearPlace & { weight: number }>();
  let searched = 0;
  for (const fragment of fragmentsOf(haystack === lower ? sought.toLowerCase() : sought)) {
    if (searched > maximumSearchedUnits) break;
    const sightings: number[] = [];
    let position = haystack.indexOf(fragment.text);
    while (position !== -1 && sightings.length < maximumSightings) {
      sightings.push(position);
      position = haystack.indexOf(fragment.text, position + 1);
    }
    searched += position === -1 ? haystack.length : position;
    for (const sighting of sightings) {
      const seenIn = lines.lineAt(sighting);
      const line = Math.max(0, seenIn - fragment.line);
      const start = Math.max(0, sighting - fragment.offset);
      const isLong = lines.startOf(seenIn + 1) - lines.startOf(seenIn) > longestLine;
      const key = isLong ? -1 - Math.floor(start / bucketUnits) : line;
      const place = votes.get(key) ?? { line, position: start, weight: 0 };
      place.weight += fragment.text.length / sightings.length;
      votes.set(key, place);
    }
  }
  return [...votes.values()].sort((a, b) => b.weight - a.weight || a.position - b.position).slice(0, maximumPlaces);
}

/** Lines in pieces, their halves and quarters, and words, the longest first: what is wrong in one spares the others. */
function fragmentsOf(sought: string): Fragment[] {
  const fragments = new Map<string, Fragment>();
  const add = (text: string, line: number, offset: number) => {
    const trimmed = text.trim();
    if (trimmed === "" || fragments.has(trimmed)) return;
    fragments.set(trimmed, { text: trimmed, line, offset: offset + text.indexOf(trimmed) });
  };
  const words = sought.length < shortText ? /\w{1,32}|[^\w\s]/g : /\w{2,32}/g;
  let offset = 0;
  for (const [line, text] of sought.split("\n").entries()) {
    if (fragments.size >= maximumFragments) break;
    const row = text.trim();
    const start = offset + text.indexOf(row);
    for (let size = longestFragment; size >= longestFragment / 4; size /= 2) addPieces(row, size, line, start, add);
    if (row.length < longestFragment) {
      add(row, line, start);
      const [half, quarter] = [Math.ceil(row.length / 2), Math.ceil(row.length / 4)];
      for (const size of [half, quarter]) if (size >= shortestFragment) addPieces(row, size, line, start, add);
    }
    for (const word of row.slice(0, 1_000).matchAll(words)) add(word[0], line, start + word.index);
    offset += text.length + 1;
  }
  for (const form of ["NFC", "NFD"]) {
    const other = sought.slice(0, 1_000).normalize(form);
    if (other !== sought.slice(0, 1_000)) add((other.trim().split("\n")[0] ?? "").slice(0, longestFragment), 0, 0);
  }
  return [...fragments.values()].sort((a, b) => b.text.length - a.text.length);
}

function addPieces(
  row: string,
  size: number,
  line: number,
  start: number,
  add: (text: string, line: number, offset: number) => void,
): void {
  for (let at = 0; at + shortestFragment <= row.length && at < 50 * size; at += size) {
    add(row.slice(at, at + size), line, start + at);
  }
}
