import { findBytes } from "./find-bytes.js";
import { type FoldedText, foldText } from "./fold-text.js";
import { sharedLength } from "./shared-length.js";

/** A part of a text: UTF-16 units from `start` up to, and without, `end`. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface SimilarPlace extends Place {
  /** Higher for a place that shares more of its spelling with the text sought. */
  readonly likeness: number;
}

const maximumHits = 64;
const longestElement = 64;

/**
 * Where a text of some lines reads the same as `sought` once both are folded, in order. The white space around a place
 * is part of it as far as `sought` has some.
 */
export function similarPlaces(text: string, sought: string): SimilarPlace[] {
  const folded = foldText(text);
  const target = foldText(sought);
  if (target.bytes.length === 0) return [];
  const lead = sought.slice(0, target.positions[0]);
  const tail = sought.slice(elementEnd(sought, target, target.bytes.length - 1));
  const places: SimilarPlace[] = [];
  for (const hit of findBytes(folded.bytes, target.bytes, { from: 0, overlapping: true })) {
    if (hit === undefined) continue;
    const coreStart = folded.positions[hit] ?? 0;
    const coreEnd = elementEnd(text, folded, hit + target.bytes.length - 1);
    const before = text.slice(hit === 0 ? 0 : elementEnd(text, folded, hit - 1), coreStart);
    const after = text.slice(coreEnd, folded.positions[hit + target.bytes.length]);
    const start = coreStart - leadLength(before, lead);
    const end = coreEnd + tailLength(after, tail);
    const isWholeLines = (start === 0 || text[start - 1] === "\n") && (end === text.length || text[end] === "\n");
    places.push({ start, end, likeness: likenessOf(sought, text.slice(start, end)) + (isWholeLines ? 1 : 0) });
    if (places.length === maximumHits) break;
  }
  return places;
}

const element = /^(?:&(?:amp;)*(?:lt;|gt;|quot;|apos;|#39;)?|\\u[0-9a-f]{4}|[^])\p{M}*/iu;

/** Where the character that a byte stands for ends, with its marks and as it is escaped. */
function elementEnd(text: string, folded: FoldedText, byte: number): number {
  const start = folded.positions[byte] ?? 0;
  const end = Math.min(folded.positions[byte + 1] ?? text.length, start + longestElement);
  return Math.min(Math.max(end, start), start + (element.exec(text.slice(start, end))?.[0].length ?? 0));
}

/** How much of the white space before a place stands for that which the text sought starts with. */
function leadLength(before: string, lead: string): number {
  if (!/\s/.test(lead)) return 0;
  if (before.endsWith(lead)) return lead.length;
  let breaks = count(lead, "\n") + (lead.startsWith("\n") ? 0 : 1);
  let index = before.length;
  while (index > 0 && breaks > 0) if (before[--index] === "\n") breaks--;
  return before.length - (breaks === 0 && !lead.startsWith("\n") ? index + 1 : index);
}

function tailLength(after: string, tail: string): number {
  if (!/\s/.test(tail)) return 0;
  if (after.startsWith(tail)) return tail.length;
  let breaks = count(tail, "\n") + (tail.endsWith("\n") ? 0 : 1);
  let index = 0;
  while (index < after.length && breaks > 0) if (after[index++] === "\n") breaks--;
  return breaks === 0 && !tail.endsWith("\n") ? index - 1 : index;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Other white space is nearer than none. */
function likenessOf(sought: string, actual: string): number {
  const shared = sharedLength(sought, actual);
  const at = shared.start;
  const hasOtherBlank = /\s/.test(sought[at] ?? "") && /\s/.test(actual[at] ?? "");
  return shared.start + shared.end + (hasOtherBlank ? 1.5 : 0) - Math.abs(sought.length - actual.length) / 8;
}
