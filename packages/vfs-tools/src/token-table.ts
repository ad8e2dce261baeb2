const slots = 1 << 13;
const maximumTokens = 2_000;
const maximumRowsOfToken = 4;

/** The words and rows of a text by their hashes: a bounded number of them, in a table that is quick to look into. */
export class TokenTable {
  readonly #hashes = new Int32Array(slots);
  /** One more than the token in each slot; 0 where there is none. */
  readonly #tokens = new Uint16Array(slots);
  readonly #rows: number[][] = [];
  readonly #areRows: boolean[] = [];

  get size(): number {
    return this.#rows.length;
  }

  /** Notes that a word, or a whole row, is in this row. */
  add(hash: number, row: number, isRow: boolean): void {
    const slot = this.#slotOf(hash);
    let token = (this.#tokens[slot] ?? 0) - 1;
    if (token === -1) {
      if (this.size === maximumTokens) return;
      token = this.size;
      this.#hashes[slot] = hash;
      this.#tokens[slot] = token + 1;
      this.#rows.push([]);
      this.#areRows.push(isRow);
    }
    const rows = this.rowsOf(token);
    if (rows.at(-1) !== row && rows.length < maximumRowsOfToken) rows.push(row);
  }

  /** The number of the token; -1 when there is none with this hash. */
  find(hash: number): number {
    return (this.#tokens[this.#slotOf(hash)] ?? 0) - 1;
  }

  rowsOf(token: number): number[] {
    return this.#rows[token] ?? [];
  }

  /** The words; the rows, where there are no words. */
  relevantTokens(): number[] {
    const hasWords = this.#areRows.includes(false);
    return [...this.#areRows.keys()].filter((token) => this.#areRows[token] !== hasWords);
  }

  #slotOf(hash: number): number {
    let slot = (hash ^ (hash >>> 15)) & (slots - 1);
    while (this.#tokens[slot] !== 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & (slots - 1);
    return slot;
  }
}
