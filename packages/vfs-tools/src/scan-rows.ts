/** Called for each word as it ends, and for each row: a line, or a piece of one that is very long. */
export interface RowVisitor {
  word(hash: number): void;
  /** `start` is where the row begins in the text; `hash` is over all of it but white space, 0 when it is blank. */
  row(start: number, hash: number): void;
}

const longestRow = 1_000;
const lineFeed = 10;
const hashStart = 0x811c9dc5 | 0;
const hashFactor = 0x01000193;
/** Keeps the hash of a row apart from that of the one word in it. */
const rowMark = 0x5bd1e995;
const firstBeyondAscii = 128;
/** From here on, scripts are written without blanks between words: every character counts as one. */
const firstIdeograph = 0x2e80;

/** For each ASCII character that words are made of, its lower case; 0 for the others. */
const wordUnits = Uint8Array.from({ length: firstBeyondAscii }, (_, code) =>
  /\w/.test(String.fromCharCode(code)) ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0,
);

/** Goes through a text once and hashes its words and rows, upper and lower case (of ASCII) alike. */
export function scanRows(text: string, visitor: RowVisitor): void {
  let rowStart = 0;
  let rowHash = hashStart;
  let wordHash = hashStart;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const unit = code < firstBeyondAscii ? (wordUnits[code] ?? 0) : code;
    if (unit > 0) wordHash = Math.imul(wordHash ^ unit, hashFactor);
    if (unit > 0 && unit < firstIdeograph) continue;
    if (wordHash !== hashStart) {
      visitor.word(wordHash);
      rowHash = Math.imul(rowHash ^ wordHash, hashFactor);
      wordHash = hashStart;
    }
    if (unit === 0 && code > 32) rowHash = Math.imul(rowHash ^ code, hashFactor);
    if (code !== lineFeed && index - rowStart < longestRow) continue;
    visitor.row(rowStart, rowHash === hashStart ? 0 : rowHash ^ rowMark);
    rowHash = hashStart;
    rowStart = index + 1;
  }
  if (wordHash !== hashStart) {
    visitor.word(wordHash);
    rowHash = Math.imul(rowHash ^ wordHash, hashFactor);
  }
  if (rowStart < text.length) visitor.row(rowStart, rowHash === hashStart ? 0 : rowHash ^ rowMark);
}
