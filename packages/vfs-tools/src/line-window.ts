const newline = 0x0a;
const carriageReturn = 0x0d;

export interface WindowRequest {
  /** The first line to show, from 1; `Infinity` only counts. */
  readonly offset: number;
  /** How many lines at most. */
  readonly limit: number;
  /** The first byte to show of line `offset`, from 1; inside a character it means the character's first byte. */
  readonly column: number;
  /** For the shown text as JSON, quotes included. */
  readonly maximumBytes: number;
}

/** How many bytes of JSON a byte of UTF-8 becomes inside a string. */
const jsonCost = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x22 || byte === 0x5c || (byte >= 0x08 && byte <= 0x0d && byte !== 0x0b)) return 2;
  return byte < 0x20 ? 6 : 1;
});

/**
 * Takes the text of a file piece by piece, counts its lines and keeps those that a request asks for, numbered. Holds no
 * more than `maximumBytes` of them. Pieces are well-formed UTF-8 that end neither inside a character nor inside `\r\n`.
 */
export class LineWindow {
  /** Line breaks so far, and how many of them were `\r\n`. */
  breaks = 0;
  crlfBreaks = 0;
  /** Whether all that was asked for is there: what follows is only counted. */
  isFull = false;
  /** Whether the last line shown is not whole. */
  isCut = false;
  /** Whether line `offset` was seen to its end and has no byte at `column`. */
  isColumnPastEnd = false;
  /** Bytes of line `offset` so far, its line ending left out. */
  firstLineBytes = 0;
  readonly #request: WindowRequest;
  readonly #shown: string[] = [];
  #endsInLine = false;
  /** The line that the next byte belongs to. */
  #line = 1;
  /** What is still to be skipped of line `offset`, and where in it the shown part starts, in bytes from 0. */
  #skip: number;
  #start: number | undefined;
  /** What is kept of the line so far, and its cost. */
  #parts: Buffer[] = [];
  #cost = 0;
  /** What the lines after the shown ones may cost. */
  #free: number;

  constructor(request: WindowRequest) {
    this.#request = request;
    this.#skip = request.column - 1;
    this.#free = request.maximumBytes - 2;
  }

  push(piece: Buffer): void {
    if (piece.length === 0) return;
    const lineBefore = this.#line;
    const breaksBefore = this.breaks;
    this.#count(piece);
    this.#endsInLine = piece[piece.length - 1] !== newline;
    if (this.isFull) return;
    const breaks = this.breaks - breaksBefore;
    if (lineBefore + breaks < this.#request.offset) this.#line += breaks;
    else this.#take(piece);
  }

  /** To be called once, after the last piece of the file. */
  end(): void {
    if (!this.isFull && this.#line >= this.#request.offset && this.#endsInLine) this.#endLine();
    this.isFull = true;
  }

  /** Lines so far; of the whole file once its last piece was taken. */
  get lines(): number {
    return this.breaks + (this.#endsInLine ? 1 : 0);
  }

  get shownLines(): number {
    return this.#shown.length;
  }

  get content(): string {
    return this.#shown.join("\n");
  }

  #count(piece: Buffer): void {
    for (let index = nextNewline(piece, 0); index !== -1; index = nextNewline(piece, index + 1)) {
      this.breaks++;
      if (piece[index - 1] === carriageReturn) this.crlfBreaks++;
    }
  }

  #take(piece: Buffer): void {
    let position = 0;
    while (position < piece.length && !this.isFull) {
      const found = nextNewline(piece, position);
      const end = found === -1 ? piece.length : found;
      if (this.#line >= this.#request.offset) {
        const hasReturn = found > position && piece[found - 1] === carriageReturn;
        const fits = this.#append(piece.subarray(position, hasReturn ? end - 1 : end));
        if (found !== -1 && fits) this.#endLine();
      }
      if (found !== -1) this.#line++;
      position = end + 1;
    }
  }

  /** Whether the line may go on. */
  #append(text: Buffer): boolean {
    let kept = text;
    if (this.#line === this.#request.offset) {
      this.firstLineBytes += text.length;
      if (this.#skip >= text.length) {
        this.#skip -= text.length;
        return true;
      }
      const from = startOfCharacter(text, this.#skip);
      this.#start ??= this.firstLineBytes - text.length + from;
      this.#skip = 0;
      kept = text.subarray(from);
    }
    const fitting = fit(kept, this.#free - this.#prefixCost() - this.#cost);
    this.#parts.push(kept.subarray(0, fitting.length));
    this.#cost += fitting.cost;
    if (fitting.length === kept.length) return true;
    if (this.#shown.length === 0) this.#cutLine();
    this.isFull = true;
    return false;
  }

  #endLine(): void {
    const cost = this.#prefixCost() + this.#cost;
    this.isColumnPastEnd = this.#isColumnMissing();
    if (cost > this.#free || this.isColumnPastEnd) {
      this.isFull = true;
      return;
    }
    this.#shown.push(`${this.#line}\t${this.#text()}`);
    this.#free -= cost;
    this.#parts = [];
    this.#cost = 0;
    this.isFull = this.#shown.length >= this.#request.limit;
  }

  /** The line does not fit into a window of its own: shows what does, and where it goes on. */
  #cutLine(): void {
    const bytes = Buffer.concat(this.#parts);
    const notice = (length: number) =>
      `[line ${this.#line} is cut here; read on with offset ${this.#line} and column ${(this.#start ?? 0) + length + 1}]`;
    const room = this.#free - this.#prefixCost() - notice(bytes.length).length;
    const { length } = fit(bytes, room);
    this.#shown.push(`${this.#line}\t${bytes.toString("utf8", 0, length)}${notice(length)}`);
    this.isCut = true;
  }

  #text(): string {
    return Buffer.concat(this.#parts).toString("utf8");
  }

  /** The number, the tab, and the break that parts it from the line before. */
  #prefixCost(): number {
    return String(this.#line).length + (this.#shown.length === 0 ? 2 : 4);
  }

  #isColumnMissing(): boolean {
    const { offset, column } = this.#request;
    return this.#line === offset && column > 1 && column > this.firstLineBytes;
  }
}

/** The native search is the fastest for lines of usual length, but its call costs more than a look at a few bytes. */
function nextNewline(piece: Buffer, from: number): number {
  const near = Math.min(from + 8, piece.length);
  for (let index = from; index < near; index++) if (piece[index] === newline) return index;
  return piece.indexOf(newline, near);
}

/** The longest start of `text` that ends between characters and costs at most `room`. */
function fit(text: Buffer, room: number): { length: number; cost: number } {
  let cost = 0;
  for (let index = 0; index < text.length; index++) {
    const next = cost + (jsonCost[text[index] ?? 0] ?? 0);
    if (next > room) {
      const length = startOfCharacter(text, index);
      return { length, cost: cost - (index - length) };
    }
    cost = next;
  }
  return { length: text.length, cost };
}

/** `index`, or where the character that it lies in starts. */
function startOfCharacter(text: Buffer, index: number): number {
  let start = index;
  while (start > 0 && ((text[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}
