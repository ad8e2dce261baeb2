import { textStart } from "./find-spans.js";
import { type Difference, firstDifference } from "./first-difference.js";
import { comparedUnits, locateMiss, type NearestText } from "./locate-miss.js";
import { characterBoundary } from "./quote-text.js";
import { sharedLength } from "./shared-length.js";
import { type DifferenceKind, differenceKinds } from "./text-difference.js";
import { decodeWithoutMark } from "./text-encoding.js";
import { type TextLines, textLines } from "./text-lines.js";

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
  // Each unit takes at most three bytes, and one more than is looked at tells that there is more.
  const from = textStart(file);
  const beginning = decodeWithoutMark(file.subarray(from, from + 4 * maximumUnits), "utf-8");
  const decoded = beginning.slice(0, maximumUnits);
  // Where the text sought has no \r, its line endings match either kind and cannot be what differs.
  const text = sought.includes("\r") ? decoded : decoded.replaceAll("\r\n", "\n");
  const lines = textLines(text);
  const plain = withoutPrefixes(sought);
  if (plain !== sought) {
    const nearest = locateMiss(text, lines, plain);
    // A numbered list may be what the file has there.
    const asIs = nearest?.isSameFolded === true ? locateMiss(text, lines, sought) : undefined;
    if (nearest !== undefined && asIs?.isSameFolded !== true) {
      return `${prefixes}; ${describe(lines, text, nearest, "without them it is not there either")}`;
    }
  }
  const nearest = locateMiss(text, lines, sought);
  if (nearest !== undefined) return describe(lines, text, nearest, "is not in the file");
  const looked = beginning.length > maximumUnits ? `the first ${maximumUnits} characters` : "the file";
  return `is not in the file, and nothing in ${looked} is close to it; read the file again`;
}

const prefixes = "includes the line-number prefixes of read_file, which are not in the file";
const prefix = /^[ ]*\d{1,9}(?:\t|\u2192|[ ]?\|[ ]?)/gm;

/** Without the numbers that read_file puts before lines, where the first lines have such; of a long text its beginning. */
function withoutPrefixes(sought: string): string {
  const beginning = sought.slice(0, comparedUnits);
  return beginning.search(prefix) === -1 ? sought : beginning.replace(prefix, "");
}

function describe(lines: TextLines, text: string, nearest: NearestText, miss: string): string {
  const { places, sought, isSameFolded, firstLine } = nearest;
  const [place = { start: 0, end: 0 }] = places;
  const actual = text.slice(place.start, place.end);
  const placeLine = lines.lineAt(place.start);
  const first = (firstLine ?? placeLine) + 1;
  const last = lines.lineAt(Math.max(place.start, actual.endsWith("\n") ? place.end - 1 : place.end)) + 1;
  const others = new Set(places.slice(1, maximumListed + 1).map(({ start }) => lines.lineAt(start) + 1));
  others.delete(first);
  const also = others.size > 0 ? ` (also at line ${[...others].join(", ")})` : "";
  const where = `${first === last ? `line ${first}` : `lines ${first}-${last}`}${also}`;
  if (actual === sought) return `without them it is at ${where}`;
  const difference = firstDifference(sought, actual, isSameFolded);
  const kinds = differenceKinds(difference.sought, difference.actual);
  const what = kinds.map((kind) => descriptions[kind]).join(", ");
  const [mine, theirs] = quoteBoth(difference, kinds);
  const line = first === last ? "" : `, first in line ${placeLine + 1 + difference.linesBefore}`;
  return `${miss}; nearest is ${where}, which differs in ${what}${line}: the file has ${theirs}, old_string has ${mine}`;
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
