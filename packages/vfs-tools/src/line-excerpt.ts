const maximumCharacters = 500;
const charactersBefore = 100;
const cut = "[...]";

/**
 * A line as text, well formed whatever its bytes. Of one longer than 500 characters, 500 that hold the character at the
 * byte `start`, with `[...]` at each side that was cut.
 */
export function lineExcerpt(line: Buffer, start: () => number): string {
  if (line.length <= maximumCharacters) return line.toString("utf8");
  const whole = line.length <= maximumCharacters * 4 ? Array.from(line.toString("utf8")) : undefined;
  if (whole !== undefined && whole.length <= maximumCharacters) return whole.join("");

  const middle = Math.max(start(), 0);
  // No character takes more than four bytes, so what is further away is not shown. Where this cuts inside a character
  // its rest lies outside of what is shown.
  const near = maximumCharacters * 4 + 4;
  const from = Math.max(0, middle - near);
  const to = Math.min(line.length, middle + near);
  const before = Array.from(line.toString("utf8", from, middle));
  const after = Array.from(line.toString("utf8", middle, to));
  const isWhole = from === 0 && to === line.length;
  if (isWhole && before.length + after.length <= maximumCharacters) return [...before, ...after].join("");

  const shownBefore = Math.min(before.length, Math.max(charactersBefore, maximumCharacters - after.length));
  const shownAfter = Math.min(after.length, maximumCharacters - shownBefore);
  const cutsBefore = from > 0 || shownBefore < before.length;
  const cutsAfter = to < line.length || shownAfter < after.length;
  const text = [...before.slice(before.length - shownBefore), ...after.slice(0, shownAfter)].join("");
  return `${cutsBefore ? cut : ""}${text}${cutsAfter ? cut : ""}`;
}
