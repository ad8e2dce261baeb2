import { findNearestRows } from "./find-nearest-rows.js";
import { textStart } from "./find-spans.js";
import { type Difference, firstDifference } from "./first-difference.js";
import { foldText } from "./fold-text.js";
import { characterBoundary } from "./quote-text.js";
import { sharedLength } from "./shared-length.js";
import { type Place, similarPlaces } from "./similar-places.js";
import { type DifferenceKind, differenceKinds } from "./text-difference.js";
import { decodeWithoutMark } from "./text-encoding.js";

/** How much of the file, and of the text sought, is looked at. */
const maximumUnits = 1024 * 1024;
const maximumListed = 5;
const shownUnits = 80;
const shownBefore = 30;

const descriptions: Readonly<Record<DifferenceKind, string>> = {
  "line endings": "the line ending (\\r\\n or \\n)",
  quotes: "the kind of quotes",
  dashes: "the kind of dashes or dots",
  invisible: "invisible characters",
  "Unicode form": "the Unicode form (composed or decomposed characters)",
  case: "upper and lower case",
  escapes: "escaped characters",
  trailing: "white space at the end",
  leading: "white space at the start",
  tabs: "tabs and spaces",
  inner: "white space inside",
  "line breaks": "where lines break, or blank lines",
  text: "the text",
};

/**
 * Says why a text is not in a file, for a model: which lines are nearest and in what they differ, or that nothing is
 * close. It goes on after `argument "old_string"`. Takes time in proportion to the lengths and is bounded in size.
 */
export function explainMiss(file: Buffer, wanted: string): string {
  const sought = wanted.slice(0, maximumUnits);
  if (sought.trim() === "") return "is white space that is not in the file like this; take in the text around it";
  const whole = decodeWithoutMark(file.subarray(textStart(file)), "utf-8");
  const decoded = whole.slice(0, maximumUnits);
  // Where the text sought has no \r, its line endings match either kind and cannot be what differs.
  const text = sought.includes("\r") ? decoded : decoded.replaceAll("\r\n", "\n");
  const folded = foldText(text);
  const plain = withoutPrefixes(sought);
  for (const candidate of plain === sought ? [sought] : [sought, plain]) {
    const places = similarPlaces(text, folded, candidate);
    if (places.length > 0)
      return describe(text, places, candidate, { isSameFolded: true, hadPrefixes: candidate !== sought });
  }
  const rows = findNearestRows(text, plain);
  if (rows !== undefined) return describe(text, [rows], plain, { isSameFolded: false, hadPrefixes: plain !== sought });
  const looked = whole.length > maximumUnits ? `the first ${maximumUnits} characters` : "the file";
  return `is not in the file, and nothing in ${looked} is close to it; read the file again`;
}

const prefix = /^[ ]*\d{1,9}(?:\t|\u2192|[ ]?\|[ ]?)/gm;

/** Without the numbers that read_file puts before lines, where the first lines have such. */
function withoutPrefixes(sought: string): string {
  return sought.slice(0, 4_000).search(prefix) === -1 ? sought : sought.replace(prefix, "");
}

function describe(
  text: string,
  places: readonly Place[],
  sought: string,
  facts: { isSameFolded: boolean; hadPrefixes: boolean },
): string {
  const [place] = places;
  if (place === undefined) return "is not in the file";
  const actual = text.slice(place.start, place.end);
  const starts = lineNumbers(text, places);
  const first = starts[0] ?? 1;
  const last = first + countBreaks(actual.replace(/\n$/, ""));
  const also = starts.slice(1, maximumListed + 1).filter((line) => line !== first);
  const nearest = `${first === last ? `line ${first}` : `lines ${first}-${last}`}${also.length > 0 ? ` (also at line ${also.join(", ")})` : ""}`;
  const prefixes = facts.hadPrefixes
    ? "includes the line-number prefixes of read_file, which are not in the file; "
    : "";
  if (actual === sought) return `${prefixes}without them it is at ${nearest}`;
  const difference = firstDifference(sought, actual, facts.isSameFolded);
  const kinds = differenceKinds(difference.sought, difference.actual);
  const line = first + difference.linesBefore;
  const what = kinds.map((kind) => descriptions[kind]).join(", ");
  const [mine, theirs] = quoteBoth(difference, kinds);
  const where = first === last ? "" : `, first in line ${line}`;
  return `${prefixes}is not in the file; nearest is ${nearest}, which differs in ${what}${where}: the file has ${theirs}, old_string has ${mine}`;
}

function lineNumbers(text: string, places: readonly Place[]): number[] {
  let line = 1;
  let index = 0;
  return places.slice(0, maximumListed + 1).map(({ start }) => {
    for (; index < start; index++) if (text.charCodeAt(index) === 10) line++;
    return line;
  });
}

function countBreaks(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) === 10) count++;
  return count;
}

/** Both parts around where they begin to differ, as JSON strings, in which characters that look alike are told apart. */
function quoteBoth({ sought, actual }: Difference, kinds: readonly DifferenceKind[]): [string, string] {
  const at = sharedLength(sought, actual).start;
  const escapesAll = kinds.some((kind) => kind !== "text" && kind !== "case" && kind !== "escapes");
  const start = characterBoundary(sought, at > shownUnits - shownBefore ? at - shownBefore : 0);
  const quoted = (text: string) => {
    const end = characterBoundary(text, Math.min(text.length, start + shownUnits));
    const shown = `${start > 0 ? "..." : ""}${text.slice(start, end).toWellFormed()}${end < text.length ? "..." : ""}`;
    return escapesAll ? JSON.stringify(shown).replace(/[^\u0020-\u007e]/g, escapeUnit) : JSON.stringify(shown);
  };
  return [quoted(sought), quoted(actual)];
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
