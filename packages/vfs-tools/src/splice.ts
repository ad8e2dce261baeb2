import { carriageReturn, lineFeed, type Span } from "./find-spans.js";

/** One byte for each line break. */
const bare = 0;
const withReturn = 1;
type LineBreak = typeof bare | typeof withReturn;

const returnAndFeed = Buffer.from("\r\n");

/**
 * Makes the file with `replacement` in the place of each span, every other byte as it was. The spans are added in order
 * and do not overlap; none of them is kept, so that their number costs no memory.
 *
 * Each `\n` of the replacement without a `\r` is written as the line break that it takes the place of: the first as the
 * first of the span, and so on, those past the last as the file's most frequent one (`\n` when both are as frequent).
 */
export class Splice {
  readonly #file: Buffer;
  readonly #replacement: Buffer;
  readonly #maximumBytes: number;
  readonly #write: (span: Span) => Buffer;
  #result: Buffer;
  #length = 0;
  /** Up to where the file has been copied. */
  #copied = 0;

  constructor(file: Buffer, replacement: Buffer, maximumBytes: number) {
    this.#file = file;
    this.#replacement = replacement;
    this.#maximumBytes = maximumBytes;
    this.#write = replacementWriter(file, replacement);
    this.#result = Buffer.allocUnsafe(Math.min(file.length, maximumBytes));
  }

  /** False, with nothing written, once the result would be larger than the maximum: no more is ever made than that. */
  add(span: Span): boolean {
    const kept = span.start - this.#copied;
    // A span writes at least the replacement, less a `\r` that the file keeps.
    if (!this.#makeRoom(kept + this.#replacement.length - 1)) return false;
    const written = this.#write(span);
    if (!this.#makeRoom(kept + written.length)) return false;
    this.#append(this.#file, this.#copied, span.start);
    this.#append(written, 0, written.length);
    this.#copied = span.end;
    return true;
  }

  /** The whole file; undefined where it would be larger than the maximum. */
  finish(): Buffer | undefined {
    if (!this.#makeRoom(this.#file.length - this.#copied)) return undefined;
    this.#append(this.#file, this.#copied, this.#file.length);
    return this.#result.subarray(0, this.#length);
  }

  #makeRoom(bytes: number): boolean {
    const length = this.#length + bytes;
    if (length > this.#maximumBytes) return false;
    if (length > this.#result.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.#maximumBytes, Math.max(length, this.#result.length * 2)));
      this.#result.copy(larger, 0, 0, this.#length);
      this.#result = larger;
    }
    return true;
  }

  #append(source: Buffer, start: number, end: number): void {
    this.#length = copyBytes(source, start, end, this.#result, this.#length);
  }
}

/** Gives where the copy ends. A few bytes, copied a million times, are faster without a native call for each. */
function copyBytes(source: Buffer, start: number, end: number, target: Buffer, at: number): number {
  if (end - start > 32) return at + source.copy(target, at, start, end);
  let to = at;
  for (let from = start; from < end; from++) target[to++] = source[from] ?? 0;
  return to;
}

function replacementWriter(file: Buffer, replacement: Buffer): (span: Span) => Buffer {
  const shortened = replacement.at(-1) === carriageReturn ? replacement.subarray(0, -1) : replacement;
  const chosen = (span: Span) => (span.leavesReturn ? shortened : replacement);
  if (!file.includes(returnAndFeed) || !replacement.includes(lineFeed)) return chosen;
  const usual = usualLineBreak(file);
  // Spans with the same line breaks are written alike, and most files have one kind.
  const written = new Map<string, Buffer>();
  return (span) => {
    const breaks = lineBreaksOf(file.subarray(span.start, span.end));
    const key = `${span.leavesReturn} ${breaks.toString("latin1")}`;
    let bytes = written.get(key);
    if (bytes === undefined) {
      bytes = withLineBreaks(chosen(span), breaks, usual);
      written.set(key, bytes);
    }
    return bytes;
  };
}

function usualLineBreak(file: Buffer): LineBreak {
  let balance = 0;
  for (let index = 0; index < file.length; index++) {
    if (file[index] === lineFeed) balance += file[index - 1] === carriageReturn ? 1 : -1;
  }
  return balance > 0 ? withReturn : bare;
}

function lineBreaksOf(bytes: Buffer): Buffer {
  const breaks = Buffer.allocUnsafe(bytes.length);
  let count = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] === lineFeed) breaks[count++] = bytes[index - 1] === carriageReturn ? withReturn : bare;
  }
  return breaks.subarray(0, count);
}

function withLineBreaks(text: Buffer, breaks: Buffer, usual: LineBreak): Buffer {
  const result = Buffer.allocUnsafe(text.length * 2);
  let count = 0;
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === lineFeed) {
      const lineBreak = breaks[count++] ?? usual;
      if (lineBreak === withReturn && text[index - 1] !== carriageReturn) result[length++] = carriageReturn;
    }
    result[length++] = text[index] ?? 0;
  }
  // Many may be kept, each for as long as the file is edited.
  return Buffer.from(result.subarray(0, length));
}
