import { anyDash, anyInvisible, anyQuote } from "./fold-text.js";

/** In what two short texts differ. */
export type DifferenceKind =
  | "line endings"
  | "quotes"
  | "dashes"
  | "invisible"
  | "Unicode form"
  | "case"
  | "escapes"
  | "trailing"
  | "leading"
  | "tabs"
  | "inner"
  | "line breaks"
  | "text";

/** A byte order mark counts as invisible instead. */
const whiteSpace = /[^\S\ufeff]+/g;

/** Each undoes one kind of difference, in both texts. */
const repairs: readonly (readonly [DifferenceKind, (text: string) => string])[] = [
  ["line endings", (text) => text.replaceAll("\r", "")],
  ["escapes", unescape],
  ["quotes", (text) => text.replace(anyQuote, "'")],
  ["dashes", (text) => text.replace(anyDash, "-").replaceAll("\u2026", "...")],
  ["invisible", (text) => text.replace(anyInvisible, "")],
  ["Unicode form", (text) => text.normalize("NFC")],
  ["case", (text) => text.toLowerCase()],
];

const namedEntities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };

function unescape(text: string): string {
  return text
    .replace(/&(?:amp;)+/g, "&")
    .replace(/&(lt|gt|quot|apos|#39);/g, (_, name: string) => namedEntities[name] ?? "")
    .replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\+([ntr])/g, (_, letter: string) => (letter === "n" ? "\n" : letter === "t" ? "\t" : ""))
    .replaceAll("\\", "");
}

/**
 * The kinds without which the two texts, which are a few lines long and differ, would not be equal. `"text"` alone where
 * they have different words.
 */
export function differenceKinds(wanted: string, actual: string): DifferenceKind[] {
  const repaired = (text: string, except?: DifferenceKind) =>
    repairs.reduce((result, [kind, repair]) => (kind === except ? result : repair(result)), text);
  const bare = (text: string, except?: DifferenceKind) => repaired(text, except).replace(whiteSpace, "");
  if (bare(wanted) !== bare(actual)) return ["text"];
  // White space hides what an escaped line break and a `\r` differ in, so these two are judged with it.
  const kinds = repairs.flatMap(([kind]) => (bare(wanted, kind) === bare(actual, kind) ? [] : [kind]));
  const [left, right] = [repaired(wanted), repaired(actual)];
  if (left !== right) kinds.push(...whiteSpaceKinds(left, right));
  if (kinds.length === 0) kinds.push("line endings");
  return [...new Set(kinds)];
}

function whiteSpaceKinds(wanted: string, actual: string): DifferenceKind[] {
  const wantedLines = wanted.split("\n");
  const actualLines = actual.split("\n");
  if (wantedLines.length !== actualLines.length) return ["line breaks"];
  return wantedLines.flatMap((line, index) => lineKinds(line, actualLines[index] ?? ""));
}

function lineKinds(wanted: string, actual: string): DifferenceKind[] {
  const kinds: DifferenceKind[] = [];
  const [left, right] = [wanted.trimEnd(), actual.trimEnd()];
  if (wanted.slice(left.length) !== actual.slice(right.length)) kinds.push("trailing");
  const [leftText, rightText] = [left.trimStart(), right.trimStart()];
  const indentation = left.slice(0, left.length - leftText.length);
  const otherIndentation = right.slice(0, right.length - rightText.length);
  if (indentation !== otherIndentation) kinds.push(hasOtherTabs(indentation, otherIndentation) ? "tabs" : "leading");
  if (leftText !== rightText) kinds.push(hasOtherTabs(leftText, rightText) ? "tabs" : "inner");
  return kinds;
}

/** Whether one has tabs where the other has spaces, and not merely more of the same. */
function hasOtherTabs(wanted: string, actual: string): boolean {
  const tabs = (text: string) => text.split("\t").length;
  return tabs(wanted) !== tabs(actual) && (wanted.includes(" ") || actual.includes(" "));
}
