/** How much of a result a list of items may take, in bytes of JSON. */
export const maximumListBytes = 40 * 1024;

/** Takes items in order while they stay within a number of bytes and a count; the first that does not fit ends it. */
export class BoundedList<T> {
  readonly items: T[] = [];
  /** Bytes of JSON that are still free. */
  free: number;
  /** Whether an item was turned away. */
  full = false;
  readonly #maximumItems: number;

  constructor(limits: { maximumBytes?: number; maximumItems?: number } = {}) {
    this.free = (limits.maximumBytes ?? maximumListBytes) - 2;
    this.#maximumItems = limits.maximumItems ?? Number.POSITIVE_INFINITY;
  }

  /** Whether the item was taken. Once one was not, none is: a list never skips. */
  add(item: T): boolean {
    if (this.full) return false;
    const bytes = jsonBytes(item) + 1;
    if (this.items.length >= this.#maximumItems || bytes > this.free) {
      this.full = true;
      return false;
    }
    this.items.push(item);
    this.free -= bytes;
    return true;
  }
}

/** The size of a value's JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
