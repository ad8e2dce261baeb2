import { byteOrderMarkLength, type TextEncoding } from "./text-encoding.js";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A file's bytes as lines that end in bare line feeds: without its mark, and without the `\r` of its line endings. */
export function searchableText(content: Buffer, encoding: TextEncoding): Buffer {
  const mark = byteOrderMarkLength(encoding);
  const bytes = mark === 0 ? content : content.subarray(mark);
  // Looking for one byte first is faster by far where there is none.
  const first = bytes.includes(carriageReturn) ? bytes.indexOf("\r\n") : -1;
  return first === -1 ? bytes : withoutCarriageReturns(bytes, first);
}

function withoutCarriageReturns(bytes: Buffer, first: number): Buffer {
  const text = Buffer.allocUnsafe(bytes.length);
  text.set(bytes.subarray(0, first));
  let length = first;
  for (let index = first; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte !== carriageReturn || bytes[index + 1] !== lineFeed) text[length++] = byte;
  }
  return text.subarray(0, length);
}
