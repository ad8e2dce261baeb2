/** The text, well formed, and cut with `...` at a character where it has more than `maximumLength` UTF-16 units. */
export function boundText(text: string, maximumLength: number): string {
  if (text.length <= maximumLength) return text.toWellFormed();
  const last = text.charCodeAt(maximumLength - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? maximumLength - 1 : maximumLength).toWellFormed()}...`;
}

/** The text as a JSON string, short enough for a message. */
export function quote(text: string): string {
  return JSON.stringify(boundText(text, 120));
}

/** A JSON value for a message: a short form of what is simple, the kind of what is not. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "array";
  if (typeof value === "object" && value !== null) return "object";
  return String(value);
}
