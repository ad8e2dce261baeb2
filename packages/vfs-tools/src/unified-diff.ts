import { structuredPatch } from "diff";
import { displayLines, displayText } from "./display-text.js";
import { lineNumberAt } from "./line-number.js";
import { decodeWithoutMark } from "./text-encoding.js";

const maximumDiffBytes = 8 * 1024;
const contextLines = 3;
const lineFeed = 10;

/** Past these a diff would take long and not fit: its lines are only counted. */
const maximumComparedBytes = 256 * 1024;
const maximumComparedLines = 20_000;
const maximumEditLength = 400;

/**
 * What changed, for people: a unified diff of at most 8 KiB or, where it would be longer or take long to find, one line
 * that says how much was removed and added. Bytes that are not UTF-8 are shown as U+FFFD.
 */
export function boundedDiff(path: string, before: Uint8Array, after: Uint8Array): string {
  const name = displayText(path);
  if (Buffer.compare(before, after) === 0) return `${name}: nothing changed`;
  const summary = () => `${name}: ${describeChange(before, after)}`;
  const part = changedPart(before, after, contextLines);
  const [old, fresh] = [before.subarray(part.start, part.beforeEnd), after.subarray(part.start, part.afterEnd)];
  if (Math.max(old.length, fresh.length) > maximumComparedBytes) return summary();
  if (countFeeds(old) + countFeeds(fresh) > maximumComparedLines) return summary();
  const patch = structuredPatch(
    "",
    "",
    decodeWithoutMark(old, "utf-8"),
    decodeWithoutMark(fresh, "utf-8"),
    undefined,
    undefined,
    { context: contextLines, maxEditLength: maximumEditLength },
  );
  if (patch === undefined || patch.hunks.length === 0) return summary();
  const skippedLines = countFeeds(before.subarray(0, part.start));
  const lines = [`--- ${name}`, `+++ ${name}`];
  for (const hunk of patch.hunks) {
    const oldRange = range(hunk.oldStart + skippedLines, hunk.oldLines);
    lines.push(`@@ -${oldRange} +${range(hunk.newStart + skippedLines, hunk.newLines)} @@`, ...hunk.lines);
  }
  const text = displayLines(`${lines.join("\n")}\n`);
  return Buffer.byteLength(text) > maximumDiffBytes ? summary() : text;
}

function range(start: number, lines: number): string {
  if (lines === 1) return String(start);
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

interface ChangedPart {
  readonly start: number;
  readonly beforeEnd: number;
  readonly afterEnd: number;
}

/** The lines from the first difference to the last, with lines of context around them. */
function changedPart(before: Uint8Array, after: Uint8Array, context: number): ChangedPart {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  for (let lines = 0; start > 0; start--) {
    if (before[start - 1] === lineFeed && lines++ === context) break;
  }
  let beforeEnd = before.length - tail;
  for (let lines = 0; beforeEnd < before.length; beforeEnd++) {
    if (before[beforeEnd - 1] === lineFeed && lines++ === context) break;
  }
  return { start, beforeEnd, afterEnd: after.length - (before.length - beforeEnd) };
}

function countFeeds(bytes: Uint8Array): number {
  return lineNumberAt(bytes, bytes.length) - 1;
}

function describeChange(before: Uint8Array, after: Uint8Array): string {
  const { start, beforeEnd, afterEnd } = changedPart(before, after, 0);
  const line = countFeeds(before.subarray(0, start)) + 1;
  const [removed, added] = [countLines(before.subarray(start, beforeEnd)), countLines(after.subarray(start, afterEnd))];
  return `${removed === 1 ? "1 line" : `${removed} lines`} removed and ${added} added, from line ${line} on`;
}

function countLines(bytes: Uint8Array): number {
  return countFeeds(bytes) + (bytes.length > 0 && bytes.at(-1) !== lineFeed ? 1 : 0);
}
