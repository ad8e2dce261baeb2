import type { LinePattern } from "./line-pattern.js";
import type { Pacer } from "./pacer.js";

/** After a hit the next one is likely to be near, and what a pattern runs over behind it should not be run over again. */
const bytesAfterHit = 1_024;

/** For one call; a line that is shown takes a second one, to find where its match starts. */
const longLineMs = 60;
const longLineMsPerMegabyte = 160;

/** From a piece of this size on its speed is that of a long text. */
const telltaleBytes = 4_096;
const quickMs = 5;

export interface ScanOptions {
  readonly pattern: LinePattern;
  readonly pace: Pacer;
  /** Whether to go on; asked between pieces. */
  readonly mayContinue: () => boolean;
}

export interface LineVisitor {
  /** Called for each matching line, in order, with its offsets without the ending. Whether to go on. */
  add(start: number, end: number): boolean;
  /** Called for a line that is too long for this pattern: it is passed over. */
  skip(): void;
}

/**
 * Finds the lines that match, in text whose lines end in bare line feeds. Searches many lines in one call, in pieces that
 * leave time for others between them. Resolves to whether it came to its end, or the visitor's, in time.
 */
export async function scanLines(text: Buffer, scan: ScanOptions, visitor: LineVisitor): Promise<boolean> {
  const { pattern } = scan;
  let position = 0;
  let reach = pattern.pieceBytes;
  while (position < text.length) {
    await scan.pace();
    if (!scan.mayContinue()) return false;
    const pieceEnd =
      endOfPiece(text, position, Math.min(reach, pattern.pieceBytes)) ?? endOfPiece(text, position, pattern.pieceBytes);
    const hit = pieceEnd === undefined ? 0 : pattern.candidate(text.subarray(position, pieceEnd));
    const start = hit > 0 ? text.lastIndexOf(0x0a, position + hit - 1) + 1 : position;
    // Behind the last line feed there is no line, though `^` matches there.
    if (pieceEnd !== undefined && (hit === -1 || start === text.length)) {
      position = pieceEnd;
      reach *= 2;
      continue;
    }
    const end = endOfLine(text, start);
    const line = text.subarray(start, end);
    if (pieceEnd === undefined && !(await isBearable(line, scan))) visitor.skip();
    else if (pattern.matches(line) && !visitor.add(start, end)) return true;
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
 * Whether one call over the whole line, which nothing can interrupt, would come back soon. It is rehearsed in pieces: time
 * adds up over the bytes of a line. They grow while they are quick, since an engine that gives up its fast way within
 * a long text does not do so within short ones; and as it then goes the slow way all along, no piece may be so slow
 * that a line of such pieces would take too long.
 */
async function isBearable(line: Buffer, { pattern, pace, mayContinue }: ScanOptions): Promise<boolean> {
  const limit = longLineMs + longLineMsPerMegabyte * (line.length / 1024 ** 2);
  let spent = 0;
  let pieceBytes = pattern.pieceBytes;
  for (let offset = 0; offset < line.length; ) {
    const piece = line.subarray(offset, characterBoundary(line, offset + pieceBytes));
    const share = piece.length < telltaleBytes ? 0 : line.length / piece.length;
    let elapsed = Number.POSITIVE_INFINITY;
    // A piece that seems slow is timed again: the machine may have been busy with something else.
    for (let attempt = 0; attempt < 3 && (attempt === 0 || elapsed * share > limit); attempt++) {
      await pace();
      if (!mayContinue()) return false;
      const started = performance.now();
      pattern.rehearse(piece);
      elapsed = Math.min(elapsed, performance.now() - started);
    }
    spent += elapsed;
    if (Math.max(spent, elapsed * share) > limit) return false;
    offset += piece.length;
    if (elapsed < quickMs) pieceBytes = Math.min(pieceBytes * 2, pattern.rehearsedBytes);
  }
  return true;
}

/** The offset itself or, where it is inside a character, the one at which that begins. */
function characterBoundary(text: Buffer, offset: number): number {
  let boundary = offset;
  while (offset - boundary < 3 && ((text[boundary] ?? 0) & 0xc0) === 0x80) boundary--;
  return boundary;
}
