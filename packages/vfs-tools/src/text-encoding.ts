export type TextEncoding = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be";

/** How many of a file's first bytes decide whether it is binary. */
export const binaryProbeBytes = 8_192;

const replacement = "\uFFFD";
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** By the byte order mark; without one it is UTF-8, well formed or not. */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  const first = bytes[0];
  const second = bytes[1];
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return "utf-8-bom";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return "utf-8";
}

/** In bytes. */
export function byteOrderMarkLength(encoding: TextEncoding): number {
  if (encoding === "utf-8") return 0;
  return encoding === "utf-8-bom" ? 3 : 2;
}

/** Whether the first 8,192 bytes hold a NUL; what starts with a UTF-16 byte order mark is text. */
export function isBinary(bytes: Uint8Array): boolean {
  const encoding = detectEncoding(bytes);
  if (encoding === "utf-16le" || encoding === "utf-16be") return false;
  return bytes.subarray(0, binaryProbeBytes).includes(0);
}

/** The text of a whole file: without its byte order mark, with U+FFFD for what is ill formed. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  return decodeWithoutMark(bytes.subarray(byteOrderMarkLength(encoding)), encoding);
}

/** The text of a part of a file that starts and ends between characters and does not include the byte order mark. */
export function decodeWithoutMark(bytes: Uint8Array, encoding: TextEncoding): string {
  if (encoding === "utf-8" || encoding === "utf-8-bom") return utf8.decode(bytes);
  const even = bytes.length - (bytes.length % 2);
  const units = Buffer.from(bytes.buffer, bytes.byteOffset, even);
  const text = (encoding === "utf-16le" ? units : Buffer.from(units).swap16()).toString("utf16le").toWellFormed();
  return even === bytes.length ? text : text + replacement;
}
