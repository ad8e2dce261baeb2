/** The text, well formed, and cut with `...` at a character where it has more than `maximumLength` UTF-16 units. */
export function boundText(text: string, maximumLength: number): string {
  if (text.length <= maximumLength) return text.toWellFormed();
  const last = text.charCodeAt(maximumLength - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? maximumLength - 1 : maximumLength).toWellFormed()}...`;
}

/** The text as a JSON string, short enough for a message. */
export function quote(text: string): string {
  return JSON.stringify(boundText(text, 60));
}
