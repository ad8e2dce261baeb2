const chunkBytes = 65_536;
const maximumNativeLength = 64;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Tells whether a content, as UTF-8, contains `query` in any mixture of upper and lower case. Decodes a bounded piece
 * at a time and awaits `pace` at each.
 */
export function createTextMatcher(
  query: string,
  pace: () => Promise<void> | undefined,
): (content: Uint8Array) => Promise<boolean> {
  const wanted = foldCase(query);
  const isIn = createFinder(wanted);
  return async (content) => {
    if (wanted === "") return true;
    // Half a character is in no UTF-8 text, though it is in the text's UTF-16.
    if (!wanted.isWellFormed()) return false;
    let tail = "";
    for (let start = 0; start < content.length; ) {
      const end = characterBoundary(content, start + chunkBytes);
      const text = tail + foldCase(decoder.decode(content.subarray(start, end)));
      if (isIn(text)) return true;
      // A match may begin in this piece and end in the next.
      tail = text.slice(Math.max(0, text.length - wanted.length + 1));
      start = end;
      await pace();
    }
    return false;
  };
}

/**
 * One form for all the ways to write a text in upper and lower case. Through lower case first, because only that takes
 * letters like U+212A (Kelvin) to their plain form; upper case last, because a final sigma's lower case depends on
 * what follows it. So the form of a text is the forms of its parts, and parts may be compared.
 */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** `index`, or where the character begins that it would cut; the end of the content if that comes first. */
function characterBoundary(content: Uint8Array, index: number): number {
  if (index >= content.length) return content.length;
  for (let start = index; start > index - 4; start--) {
    if (((content[start] ?? 0) & 0xc0) !== 0x80) return start;
  }
  return index;
}

/**
 * Whether a text contains `wanted`. The native search is the fastest by far on ordinary text, but its worst case is the
 * product of both lengths, so a long text is looked for by Knuth, Morris and Pratt's way, whose worst case is their sum.
 */
function createFinder(wanted: string): (text: string) => boolean {
  if (wanted.length <= maximumNativeLength) return (text) => text.includes(wanted);
  // For each length of a beginning of `wanted`, that of the longest shorter beginning which also ends it.
  const borders = new Uint32Array(wanted.length + 1);
  for (let index = 1, matched = 0; index < wanted.length; index++) {
    matched = extended(wanted, borders, matched, wanted.charCodeAt(index));
    borders[index + 1] = matched;
  }
  return (text) => {
    for (let index = 0, matched = 0; index < text.length; index++) {
      matched = extended(wanted, borders, matched, text.charCodeAt(index));
      if (matched === wanted.length) return true;
    }
    return false;
  };
}

/** How much of `wanted` is matched after one more unit, `matched` units having been before it. */
function extended(wanted: string, borders: Uint32Array, matched: number, unit: number): number {
  while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = borders[matched] ?? 0;
  return wanted.charCodeAt(matched) === unit ? matched + 1 : 0;
}
