import { findBytes } from "./find-bytes.js";

/** Bytes of a file that a replacement takes the place of: from `start` up to, and without, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** The text wanted ended at the `\r` of a `\r\n`, which stays: a line ending is never torn apart. */
  readonly leavesReturn: boolean;
}

export interface FindSpansOptions {
  /** Every occurrence from the left, without overlap; otherwise each position at which one starts. */
  readonly all: boolean;
}

/** Undefined where a caller that must not take long may pause: a file may hold millions of spans, or none for long. */
export type Spans = Generator<Span | undefined, void>;

export const lineFeed = 10;
export const carriageReturn = 13;

const returnAndFeed = Buffer.from("\r\n");
const maximumVerifiedBytes = 32 * 1024 * 1024;
const bytesBetweenPauses = 1 << 19;

/**
 * Where `wanted`, which is not empty, stands in the text of a UTF-8 file, in ascending order: byte for byte or, where it
 * is nowhere so, with each of its `\n` standing for `\r\n` as well. A byte order mark at the start is no part of the
 * text. A span that would begin at the `\n` of a `\r\n` takes in its `\r`; one that would end there leaves the `\r`.
 */
export function* findSpans(file: Buffer, wanted: Buffer, { all }: FindSpansOptions): Spans {
  const search = { from: textStart(file), overlapping: !all };
  let isExact = false;
  for (const start of findBytes(file, wanted, search)) {
    isExact ||= start !== undefined;
    yield start === undefined ? undefined : wholeLineEndings(file, start, start + wanted.length);
  }
  if (isExact || !wanted.includes(lineFeed) || !file.includes(returnAndFeed)) return;
  yield* findAcrossLineEndings(file, wanted, search);
}

/** How many bytes of a byte order mark stand before the text. */
export function textStart(file: Buffer): number {
  return file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? 3 : 0;
}

function wholeLineEndings(file: Buffer, start: number, end: number): Span {
  const startsInside = file[start] === lineFeed && file[start - 1] === carriageReturn;
  const leavesReturn = file[end] === lineFeed && file[end - 1] === carriageReturn;
  return { start: startsInside ? start - 1 : start, end: leavesReturn ? end - 1 : end, leavesReturn };
}

/** Searches with every `\r\n` of both sides as one unit, then looks at each hit where `wanted` has a `\r` itself. */
function* findAcrossLineEndings(file: Buffer, wanted: Buffer, search: { from: number; overlapping: boolean }): Spans {
  const units = yield* joinLineEndings(file.subarray(search.from));
  const needsLook = wanted.includes(carriageReturn);
  const body = wanted[wanted.length - 1] === carriageReturn ? wanted.subarray(0, -1) : wanted;
  const { bytes: wantedUnits } = yield* joinLineEndings(body);
  const hits = () => findBytes(units.bytes, wantedUnits, { from: 0, overlapping: search.overlapping || needsLook });
  if (needsLook) {
    let verified = 0;
    for (const hit of hits()) {
      if (hit === undefined) yield undefined;
      else verified += wanted.length;
      // Only a huge text that repeats and mixes both line endings comes here. To find nothing is safe, a part is not.
      if (verified > maximumVerifiedBytes) return;
    }
  }
  let free = 0;
  for (const hit of hits()) {
    if (hit === undefined) {
      yield undefined;
      continue;
    }
    const start = search.from + units.startOf(hit);
    if (!needsLook) {
      yield { start, end: search.from + units.startOf(hit + wantedUnits.length), leavesReturn: false };
      continue;
    }
    if (!search.overlapping && start < free) continue;
    const reached = matchEnd(file, wanted, start);
    yield reached === -1 ? undefined : wholeLineEndings(file, start, reached);
    free = Math.max(free, reached);
  }
}

/** Where a match that starts at `start` ends; -1 when there is none. */
function matchEnd(file: Buffer, wanted: Buffer, start: number): number {
  let position = start;
  for (let index = 0; index < wanted.length; index++) {
    const byte = wanted[index];
    const atReturn = file[position] === carriageReturn && file[position + 1] === lineFeed;
    if (byte === lineFeed && atReturn && wanted[index - 1] !== carriageReturn) position++;
    if (file[position] !== byte) return -1;
    position++;
  }
  return position;
}

interface Units {
  /** The bytes without each `\r` that a `\n` follows. */
  readonly bytes: Buffer;
  /** Where a unit begins in the bytes given: for a line ending that is its `\r`. */
  startOf(unit: number): number;
}

function* joinLineEndings(bytes: Buffer): Generator<undefined, Units> {
  const joined = Buffer.allocUnsafe(bytes.length);
  const starts = new Uint32Array(bytes.length + 1);
  let length = 0;
  let pauseAt = bytesBetweenPauses;
  for (let index = 0; index < bytes.length; index++) {
    if (index > pauseAt) {
      yield undefined;
      pauseAt += bytesBetweenPauses;
    }
    starts[length] = index;
    if (bytes[index] === carriageReturn && bytes[index + 1] === lineFeed) index++;
    joined[length++] = bytes[index] ?? 0;
  }
  starts[length] = bytes.length;
  return { bytes: joined.subarray(0, length), startOf: (unit) => starts[unit] ?? bytes.length };
}
