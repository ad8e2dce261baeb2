/** The text as a JSON string for a message, cut at a character to about `maximumLength` UTF-16 units. */
export function quoteText(text: string, maximumLength = 80): string {
  if (text.length <= maximumLength) return JSON.stringify(text.toWellFormed());
  return JSON.stringify(`${text.slice(0, characterBoundary(text, maximumLength)).toWellFormed()}...`);
}

/** The index itself or, where it is inside a character, the one before. */
export function characterBoundary(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff;
  return isSecondHalf && index > 0 ? index - 1 : index;
}
