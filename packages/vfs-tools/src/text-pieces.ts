import { isUtf8 } from "node:buffer";
import type { ByteSource } from "./byte-source.js";
import { createPacer } from "./pacer.js";
import { byteOrderMarkLength, decodeWithoutMark, type TextEncoding } from "./text-encoding.js";

export interface TextPiece {
  /** Well-formed UTF-8, whatever the encoding of the file, with U+FFFD for what was ill formed. */
  readonly bytes: Buffer;
  /** Whether `bytes` are the bytes of the file; always false for UTF-16. */
  readonly isExact: boolean;
  readonly isLast: boolean;
}

/**
 * The text of a file, without its byte order mark, in order. A piece ends neither inside a character nor between a `\r`
 * and its `\n`, so each can be looked at by itself. `pieceBytes` is at least 4.
 */
export async function* readTextPieces(
  source: ByteSource,
  encoding: TextEncoding,
  pieceBytes: number,
  signal: AbortSignal,
): AsyncGenerator<TextPiece, void> {
  const { size } = source.metadata;
  const pace = createPacer(signal);
  let position = byteOrderMarkLength(encoding);
  while (position < size) {
    const bytes = await source.read(position, Math.min(pieceBytes, size - position));
    const isLast = position + bytes.length >= size;
    const length = isLast ? bytes.length : lengthOfWholeCharacters(bytes, encoding);
    yield { ...toUtf8(bytes.subarray(0, length), encoding), isLast };
    position += length;
    await pace();
  }
}

function toUtf8(bytes: Uint8Array, encoding: TextEncoding): Pick<TextPiece, "bytes" | "isExact"> {
  const isExact = (encoding === "utf-8" || encoding === "utf-8-bom") && isUtf8(bytes);
  if (isExact) return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), isExact };
  return { bytes: Buffer.from(decodeWithoutMark(bytes, encoding)), isExact };
}

/** How much of the start of `bytes` does not depend on what follows. */
function lengthOfWholeCharacters(bytes: Uint8Array, encoding: TextEncoding): number {
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    const even = bytes.length - (bytes.length % 2);
    const high = bytes[encoding === "utf-16le" ? even - 1 : even - 2] ?? 0;
    const low = bytes[encoding === "utf-16le" ? even - 2 : even - 1] ?? 0;
    const needsNext = (high >= 0xd8 && high <= 0xdb) || (high === 0 && low === 0x0d);
    return needsNext ? even - 2 : even;
  }
  // Nothing but a lead byte starts a sequence of several bytes, so the text may always be parted in front of one.
  for (let distance = 1; distance <= 3; distance++) {
    const byte = bytes[bytes.length - distance] ?? 0;
    if (byte >= 0xc0) return sequenceLength(byte) > distance ? bytes.length - distance : bytes.length;
    if (byte < 0x80) return distance === 1 && byte === 0x0d ? bytes.length - 1 : bytes.length;
  }
  return bytes.length;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
