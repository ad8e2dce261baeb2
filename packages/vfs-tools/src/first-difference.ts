import { foldText } from "./fold-text.js";
import { sharedLength } from "./shared-length.js";

/** Two short parts that correspond: what was sought, and what the file has instead. */
export interface Difference {
  readonly sought: string;
  readonly actual: string;
  /** How many lines before the part the place begins. */
  readonly linesBefore: number;
}

/** Longer lines are compared around their first difference only. */
const longestPart = 400;
const contextUnits = 60;
const lineFeed = 10;

/**
 * The first line in which a text differs from a place of the file. Where `isSameFolded`, both read the same but for their
 * spelling, and what corresponds to a line of one may be several lines of the other.
 */
export function firstDifference(sought: string, actual: string, isSameFolded: boolean): Difference {
  return isSameFolded ? differenceInSpelling(sought, actual) : differenceInRows(sought, actual);
}

function differenceInSpelling(sought: string, actual: string): Difference {
  const at = sharedLength(sought, actual).start;
  const lineStart = sought.lastIndexOf("\n", at - 1) + 1;
  const start = at - lineStart > longestPart / 2 ? at - contextUnits : lineStart;
  const part = (text: string) => text.slice(start, start + longestPart);
  const line = (text: string) => text.slice(start, lineEnd(text, at));
  const linesBefore = countLines(actual, start);
  const [soughtLine, actualLine] = [line(sought), line(actual)];
  const areShort = Math.max(soughtLine.length, actualLine.length) <= longestPart;
  if (areShort && foldText(soughtLine).bytes.equals(foldText(actualLine).bytes)) {
    return { sought: soughtLine, actual: actualLine, linesBefore };
  }
  const rest = sought.length - start <= longestPart && actual.length - start <= longestPart * 2;
  if (rest) return { sought: sought.slice(start), actual: actual.slice(start), linesBefore };
  return { ...partsOfOneLength(part(sought), actual.slice(start, start + longestPart * 3)), linesBefore };
}

/** Cuts both where they have come equally far. */
function partsOfOneLength(sought: string, actual: string): { sought: string; actual: string } {
  const [left, right] = [foldText(sought), foldText(actual)];
  const length = Math.max(0, Math.min(left.bytes.length, right.bytes.length) - 8);
  return { sought: sought.slice(0, left.positions[length]), actual: actual.slice(0, right.positions[length]) };
}

/** The first pair of lines that differ; the first and the last line sought may be parts of lines. */
function differenceInRows(sought: string, actual: string): Difference {
  const [firstEnd, actualEnd] = [lineEnd(sought, 0), lineEnd(actual, 0)];
  const isOneLine = firstEnd === sought.length || actualEnd === actual.length;
  if (isOneLine || !actual.slice(0, actualEnd).endsWith(sought.slice(0, firstEnd))) {
    return { ...aroundDifference(sought.slice(0, firstEnd), actual.slice(0, actualEnd)), linesBefore: 0 };
  }
  const [soughtRest, actualRest] = [sought.slice(firstEnd + 1), actual.slice(actualEnd + 1)];
  const at = sharedLength(soughtRest, actualRest).start;
  const start = soughtRest.lastIndexOf("\n", at - 1) + 1;
  const line = (text: string) => text.slice(start, lineEnd(text, start));
  return { ...aroundDifference(line(soughtRest), line(actualRest)), linesBefore: 1 + countLines(actualRest, start) };
}

function aroundDifference(sought: string, actual: string): { sought: string; actual: string } {
  if (Math.max(sought.length, actual.length) <= longestPart) return { sought, actual };
  const start = Math.max(0, sharedLength(sought, actual).start - contextUnits);
  return { sought: sought.slice(start, start + longestPart), actual: actual.slice(start, start + longestPart) };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let index = 0; index < end; index++) if (text.charCodeAt(index) === lineFeed) count++;
  return count;
}
