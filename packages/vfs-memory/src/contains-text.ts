const chunkBytes = 65_536;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * One form for all the ways to write a text in upper and lower case. Through lower case first, because only that takes
 * letters like U+212A (Kelvin) to their plain form; upper case last, because a final sigma's lower case depends on
 * what follows it. So the form of a text is the forms of its parts, and parts may be compared.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** Whether the content, as UTF-8, contains `foldedText` (made by `foldCase`) in any case. Never decodes it all at once. */
export function containsText(content: Uint8Array, foldedText: string): boolean {
  if (foldedText === "") return true;
  let tail = "";
  for (let start = 0; start < content.length; ) {
    const end = characterBoundary(content, start + chunkBytes);
    const text = tail + foldCase(decoder.decode(content.subarray(start, end)));
    if (text.includes(foldedText)) return true;
    // A match may begin in this chunk and end in the next.
    tail = text.slice(Math.max(0, text.length - foldedText.length + 1));
    start = end;
  }
  return false;
}

/** `index`, or where the character begins that it would cut; the end of the content if that comes first. */
function characterBoundary(content: Uint8Array, index: number): number {
  if (index >= content.length) return content.length;
  for (let start = index; start > index - 4; start--) {
    if (((content[start] ?? 0) & 0xc0) !== 0x80) return start;
  }
  return index;
}
