/** How much of a result a list of items may take, in bytes of JSON. */
export const maximumListBytes = 40 * 1024;

/** Takes items in order while they stay within a number of bytes and a count; the first that does not fit ends it. */
export class BoundedList<T> {
  readonly items: T[] = [];
  /** The size of the list as JSON, counted with a comma after every item. */
  bytes = 2;
  /** Whether an item was turned away. */
  full = false;
  readonly #maximumBytes: number;
  readonly #maximumItems: number;

  constructor(limits: { maximumBytes?: number; maximumItems?: number } = {}) {
    this.#maximumBytes = limits.maximumBytes ?? maximumListBytes;
    this.#maximumItems = limits.maximumItems ?? Number.POSITIVE_INFINITY;
  }

  /** Whether the item was taken. Once one was not, none is: a list never skips. */
  add(item: T): boolean {
    if (this.full) return false;
    const bytes = jsonBytes(item) + 1;
    if (this.items.length >= this.#maximumItems || this.bytes + bytes > this.#maximumBytes) {
      this.full = true;
      return false;
    }
    this.items.push(item);
    this.bytes += bytes;
    return true;
  }
}

/** The size of a value's JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
