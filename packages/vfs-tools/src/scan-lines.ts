import type { LinePattern } from "./line-pattern.js";
import type { Pacer } from "./pacer.js";

/** After a hit the next one is likely to be near, and what a pattern runs over behind it should not be run over again. */
const bytesAfterHit = 1_024;

const longLineMs = 80;
const longLineMsPerMegabyte = 300;

export interface LineScan {
  readonly pattern: LinePattern;
  readonly pace: Pacer;
  /** Whether to go on; asked between pieces. */
  readonly mayContinue: () => boolean;
  /** Called for each matching line, in order, with its offsets without the ending. Return false to stop. */
  readonly onMatch: (start: number, end: number) => boolean;
  /** Called for a line that is too long for this pattern: it is passed over. */
  readonly onTooLong: () => void;
}

/**
 * Finds the lines that match, in text whose lines end in bare line feeds. Searches many lines in one call, in pieces that
 * leave time for others between them. Resolves to whether it came to the end.
 */
export async function scanLines(text: Buffer, scan: LineScan): Promise<boolean> {
  const { pattern } = scan;
  let position = 0;
  let reach = pattern.pieceBytes;
  while (position < text.length) {
    await scan.pace();
    if (!scan.mayContinue()) return false;
    const pieceEnd =
      endOfPiece(text, position, Math.min(reach, pattern.pieceBytes)) ?? endOfPiece(text, position, pattern.pieceBytes);
    if (pieceEnd === undefined) {
      const end = endOfLine(text, position);
      if (!(await isBearable(text.subarray(position, end), scan))) scan.onTooLong();
      else if (pattern.matches(text.subarray(position, end)) && !scan.onMatch(position, end)) return false;
      position = end + 1;
      continue;
    }
    const hit = pattern.candidate(text.subarray(position, pieceEnd));
    if (hit === -1 || position + hit >= text.length) {
      position = pieceEnd;
      reach *= 2;
      continue;
    }
    const start = hit === 0 ? position : text.lastIndexOf(0x0a, position + hit - 1) + 1;
    const end = endOfLine(text, start);
    if (pattern.matches(text.subarray(start, end)) && !scan.onMatch(start, end)) return false;
    position = end + 1;
    reach = bytesAfterHit;
  }
  return true;
}

/** The end of the last line that ends within reach, with its line feed; undefined when not even the first does. */
function endOfPiece(text: Buffer, position: number, reach: number): number | undefined {
  if (text.length - position <= reach) return text.length;
  const end = text.lastIndexOf(0x0a, position + reach - 1) + 1;
  return end > position ? end : undefined;
}

function endOfLine(text: Buffer, start: number): number {
  const end = text.indexOf(0x0a, start);
  return end === -1 ? text.length : end;
}

/**
 * Whether one call over the whole line, which nothing can interrupt, would come back soon. It is rehearsed in pieces:
 * time adds up over the bytes of a line.
 */
async function isBearable(line: Buffer, { pattern, pace, mayContinue }: LineScan): Promise<boolean> {
  const limit = longLineMs + longLineMsPerMegabyte * (line.length / 1024 ** 2);
  let spent = 0;
  for (let offset = 0; offset < line.length; ) {
    await pace();
    if (!mayContinue()) return false;
    const piece = line.subarray(offset, offset + pattern.pieceBytes);
    const started = performance.now();
    pattern.candidate(piece);
    spent += performance.now() - started;
    if (spent > limit) return false;
    offset += piece.length;
  }
  return true;
}
