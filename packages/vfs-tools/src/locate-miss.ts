import { type NearPlace, nearPlaces } from "./near-places.js";
import { sharedLength } from "./shared-length.js";
import { type Place, similarPlaces } from "./similar-places.js";
import type { TextLines } from "./text-lines.js";

/** What of a text is nearest to a text that is not in it. */
export interface NearestText {
  /** The places that are equally near, in order; the first is the one to show. */
  readonly places: readonly Place[];
  /** The part of the text sought that was compared with them: all of it, unless that is very long. */
  readonly sought: string;
  /** Whether they differ in nothing but spelling. */
  readonly isSameFolded: boolean;
  /** The 0-based line in which the whole begins, where only a part was compared. */
  readonly firstLine?: number;
}

/** A longer text is compared up to here, or around its first difference. */
export const comparedUnits = 8 * 1024;
const extraLines = 3;
const extraUnits = 2_000;
/** Which share of the words sought must be there for a place to be called near. */
const nearShare = 0.4;

/** The nearest text to one that is not in `text` as it is; undefined where nothing is near. */
export function locateMiss(text: string, lines: TextLines, sought: string): NearestText | undefined {
  const head = sought.length > comparedUnits ? sought.slice(0, comparedUnits) : sought;
  const near = nearPlaces(text, lines, head);
  if (head !== sought) {
    const later = differenceAfter(text, lines, sought, near[0]);
    if (later !== undefined) return later;
  }
  return placesInSpelling(text, lines, head, near) ?? placesInWords(text, lines, head, near);
}

/** For a long text whose beginning is in the file: the lines around its first difference. */
function differenceAfter(
  text: string,
  lines: TextLines,
  sought: string,
  place: NearPlace | undefined,
): NearestText | undefined {
  const beginning = sought.slice(0, 256);
  const from = place === undefined ? -1 : text.indexOf(beginning, lines.startOf(place.line));
  if (from === -1) return undefined;
  const shared = sharedStart(text.slice(from, from + sought.length), sought);
  if (shared < comparedUnits / 2) return undefined;
  const lineStart = Math.max(sought.lastIndexOf("\n", shared - 1) + 1, shared - 200);
  const part = sought.slice(lineStart, lineStart + comparedUnits / 4);
  const start = from + lineStart;
  const firstLine = lines.lineAt(from);
  const window = text.slice(start, start + comparedUnits / 2);
  const [similar] = similarPlaces(window, part).filter((one) => one.start === 0);
  const end = start + (similar?.end ?? Math.min(window.length, part.length));
  return { places: [{ start, end }], sought: part, isSameFolded: similar !== undefined, firstLine };
}

function placesInSpelling(
  text: string,
  lines: TextLines,
  sought: string,
  near: readonly NearPlace[],
): NearestText | undefined {
  const found = new Map<number, Place & { likeness: number }>();
  for (const place of near) {
    const { start, end } = windowAt(text, lines, sought, place);
    for (const { likeness, ...similar } of similarPlaces(text.slice(start, end), sought)) {
      found.set(start + similar.start, { start: start + similar.start, end: start + similar.end, likeness });
    }
  }
  const all = [...found.values()];
  if (all.length === 0) return undefined;
  const best = Math.max(...all.map((place) => place.likeness));
  const places = all.filter((place) => place.likeness === best).sort((a, b) => a.start - b.start);
  return { places, sought, isSameFolded: true };
}

function placesInWords(
  text: string,
  lines: TextLines,
  sought: string,
  near: readonly NearPlace[],
): NearestText | undefined {
  const words = wordsOf(sought);
  const rowCount = sought.replace(/\n$/, "").split("\n").length;
  let best: (Place & { readonly likeness: number }) | undefined;
  for (const place of near) {
    const window = windowAt(text, lines, sought, place);
    const start = Math.max(window.start, lines.startOf(place.line));
    const end = Math.min(window.end, lines.startOf(place.line + rowCount));
    const part = text.slice(start, end);
    const present = wordsOf(part);
    const share = [...words].filter((word) => present.has(word)).length / Math.max(1, words.size);
    if (share < nearShare) continue;
    const shared = sharedLength(sought, sought.endsWith("\n") ? part : part.replace(/\n$/, ""));
    const likeness = share + (shared.start + shared.end) / sought.length;
    if (best === undefined || likeness > best.likeness) best = { start, end, likeness };
  }
  return best === undefined ? undefined : { places: [best], sought, isSameFolded: false };
}

/** Enough lines around a place to hold the text sought, but not much more where a line is very long. */
function windowAt(text: string, lines: TextLines, sought: string, { line, position }: NearPlace): Place {
  const rowCount = sought.split("\n").length + sought.split("\\n").length;
  const start = Math.max(lines.startOf(line - extraLines), position - sought.length - extraUnits);
  const end = Math.min(lines.startOf(line + rowCount + extraLines), position + 2 * sought.length + extraUnits);
  return { start, end: Math.min(Math.max(start, end), text.length) };
}

/** Words, in scripts without blanks between them characters; lines, where there are no words. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\u2e80-\uffff]|[^\W\u2e80-\uffff]+|[\u0080-\u2e7f]+/g);
  return new Set(words ?? text.split("\n").map((line) => line.trim()));
}

/** How many units two texts have in common at their starts, mostly by native comparison. */
function sharedStart(a: string, b: string): number {
  const step = 4_096;
  let from = 0;
  while (from < a.length && a.slice(from, from + step) === b.slice(from, from + step)) from += step;
  return from >= a.length
    ? a.length
    : from + sharedLength(a.slice(from, from + step), b.slice(from, from + step)).start;
}
