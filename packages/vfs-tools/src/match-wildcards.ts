/** Stands for any number of items, none included. */
export const anyNumber = Symbol("any number");

/**
 * Whether a sequence of items is what a pattern says: for each part one item that it fits, or any number. Going back to
 * the last `anyNumber` alone is enough, so the time is at most the product of the two lengths.
 */
export function matchWildcards<Part, Item>(
  pattern: readonly (Part | typeof anyNumber)[],
  items: readonly Item[],
  fits: (part: Part, item: Item) => boolean,
): boolean {
  let at = 0;
  let item = 0;
  let retryAt = -1;
  let retryItem = 0;
  while (item < items.length) {
    const part = pattern[at];
    if (part === anyNumber) {
      retryAt = ++at;
      retryItem = item;
    } else if (at < pattern.length && fits(part as Part, items[item] as Item)) {
      at++;
      item++;
    } else if (retryAt !== -1) {
      at = retryAt;
      item = ++retryItem;
    } else {
      return false;
    }
  }
  while (pattern[at] === anyNumber) at++;
  return at === pattern.length;
}
