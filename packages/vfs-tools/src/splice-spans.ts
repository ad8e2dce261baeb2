import { carriageReturn, lineFeed, type Span } from "./find-spans.js";

type LineBreak = "\n" | "\r\n";

const feed = Buffer.from("\n");
const returnAndFeed = Buffer.from("\r\n");

/**
 * The file with `replacement` in the place of each span, every other byte as it was; undefined where that would be more
 * than `maximumBytes`, which is found out before anything of that size is made. The spans are in order and do not
 * overlap.
 *
 * Each `\n` of the replacement without a `\r` is written as the line break that it takes the place of: the first as the
 * first of the span, and so on, those past the last as the file's most frequent one (`\n` when both are as frequent).
 */
export function spliceSpans(
  file: Buffer,
  spans: readonly Span[],
  replacement: Buffer,
  maximumBytes: number,
): Buffer | undefined {
  const kept = spans.reduce((length, span) => length - (span.end - span.start), file.length);
  // A span writes at least this much: the replacement, less a `\r` that the file keeps.
  if (kept + spans.length * Math.max(0, replacement.length - 1) > maximumBytes) return undefined;
  const write = replacementWriter(file, replacement);
  let length = kept;
  for (const span of spans) {
    length += write(span).length;
    if (length > maximumBytes) return undefined;
  }
  const result = Buffer.allocUnsafe(length);
  let from = 0;
  let to = 0;
  for (const span of spans) {
    to = copyBytes(file, from, span.start, result, to);
    const written = write(span);
    to = copyBytes(written, 0, written.length, result, to);
    from = span.end;
  }
  copyBytes(file, from, file.length, result, to);
  return result;
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
    const key = `${span.leavesReturn} ${breaks.join("")}`;
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
  return balance > 0 ? "\r\n" : "\n";
}

function lineBreaksOf(bytes: Buffer): LineBreak[] {
  const breaks: LineBreak[] = [];
  for (let index = bytes.indexOf(lineFeed); index !== -1; index = bytes.indexOf(lineFeed, index + 1)) {
    breaks.push(bytes[index - 1] === carriageReturn ? "\r\n" : "\n");
  }
  return breaks;
}

function withLineBreaks(text: Buffer, breaks: readonly LineBreak[], usual: LineBreak): Buffer {
  const pieces: Buffer[] = [];
  let count = 0;
  let position = 0;
  for (let index = text.indexOf(lineFeed); index !== -1; index = text.indexOf(lineFeed, index + 1)) {
    const lineBreak = breaks[count++] ?? usual;
    if (text[index - 1] === carriageReturn) continue;
    pieces.push(text.subarray(position, index), lineBreak === "\n" ? feed : returnAndFeed);
    position = index + 1;
  }
  pieces.push(text.subarray(position));
  return Buffer.concat(pieces);
}
