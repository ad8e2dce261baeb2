/** A text reduced to what two spellings of it have in common. */
export interface FoldedText {
  /** One byte or more for each character that counts; some characters share one. */
  readonly bytes: Buffer;
  /** For each byte, and for the end, its position in the text. */
  readonly positions: Uint32Array;
}

export const anyQuote = /[`'"\u00ab\u00b4\u00bb\u2018-\u201f\u2032\u2033\u2039\u203a]/g;
export const anyDash = /[\u2010-\u2015\u2212]/g;
export const anyInvisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

const quote = 39;
const ampersand = 38;
const backslash = 92;
const firstBeyondAscii = 128;

/** What `folds` says of a character instead of a byte. */
const dropped = 1;
const unknown = 0;
const special = 2;

/** For each UTF-16 unit the byte that it folds to; filled in as characters are met. */
const folds = new Uint8Array(0x10000);
for (let code = 0; code < firstBeyondAscii; code++) {
  if (code <= 32 || code === 127) folds[code] = dropped;
  else if (code === ampersand || code === backslash) folds[code] = special;
  else if (code === 34 || code === 96) folds[code] = quote;
  else folds[code] = code >= 65 && code <= 90 ? code + 32 : code;
}

/**
 * Folds away everything that a model gets wrong when it copies a text: white space and line breaks, letter case, kinds of
 * quotes and dashes, composed and decomposed characters, escapes with a backslash and HTML's. Takes linear time.
 */
export function foldText(text: string): FoldedText {
  const isAscii = Buffer.byteLength(text) === text.length;
  const capacity = isAscii ? text.length : text.length * 3;
  const bytes = Buffer.allocUnsafe(capacity);
  const positions = new Uint32Array(capacity + 1);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    let fold = folds[code] ?? dropped;
    if (fold === unknown) fold = learnFold(code);
    if (fold > special) {
      bytes[length] = fold;
      positions[length++] = index;
    } else if (fold === special) {
      const element = code < firstBeyondAscii ? asciiElement(text, index) : (severalFolds.get(code) ?? nothing);
      for (const byte of element.folds) {
        bytes[length] = byte;
        positions[length++] = index;
      }
      index += element.length - 1;
    }
  }
  positions[length] = text.length;
  return { bytes: bytes.subarray(0, length), positions: positions.subarray(0, length + 1) };
}

/** What some units stand for: at most three bytes. */
interface FoldedElement {
  readonly folds: readonly number[];
  readonly length: number;
}

const nothing: FoldedElement = { folds: [], length: 1 };
const severalFolds = new Map<number, FoldedElement>();

/** Of one unit beyond ASCII. */
function learnFold(code: number): number {
  const plain = String.fromCharCode(code)
    .replace(anyQuote, "'")
    .replace(anyDash, "-")
    .replace(anyInvisible, "")
    .replace("\u2026", "...")
    .normalize("NFD")
    .replace(/[\s\p{M}]/gu, "")
    .toLowerCase();
  const bytes = Array.from({ length: Math.min(3, plain.length) }, (_, index) => {
    const unit = plain.charCodeAt(index);
    return unit < firstBeyondAscii ? unit : firstBeyondAscii + ((unit ^ (unit >> 7)) & 127);
  });
  if (bytes.length > 1) severalFolds.set(code, { folds: bytes, length: 1 });
  const fold = bytes.length > 1 ? special : (bytes[0] ?? dropped);
  folds[code] = fold;
  return fold;
}

const plainAmpersand: FoldedElement = { folds: [ampersand], length: 1 };
const blankEscape: FoldedElement = { folds: [], length: 2 };
const entities: readonly (readonly [string, number])[] = [
  ["lt;", 60],
  ["gt;", 62],
  ["quot;", quote],
  ["apos;", quote],
  ["#39;", quote],
];

/**
 * At a backslash or an ampersand. `\n`, `\t` and `\r` are white space, `\u00e9` is its character, any other backslash is
 * nothing by itself; `&lt;` is `<`, however many times its ampersand was escaped, and `&amp;` is `&`.
 */
function asciiElement(text: string, index: number): FoldedElement {
  const next = text[index + 1];
  if (text.charCodeAt(index) === backslash) {
    if (next === "n" || next === "t" || next === "r") return blankEscape;
    const digits = next === "u" ? text.slice(index + 2, index + 6) : "";
    if (!/^[0-9a-f]{4}$/i.test(digits)) return nothing;
    return { folds: foldText(String.fromCharCode(Number.parseInt(digits, 16))).bytes.toJSON().data, length: 6 };
  }
  if (next === undefined || !"algq#".includes(next)) return plainAmpersand;
  let end = index + 1;
  while (text.startsWith("amp;", end)) end += 4;
  const entity = entities.find(([name]) => text.startsWith(name, end));
  if (entity === undefined && end === index + 1) return plainAmpersand;
  return { folds: [entity?.[1] ?? ampersand], length: end + (entity?.[0].length ?? 0) - index };
}
