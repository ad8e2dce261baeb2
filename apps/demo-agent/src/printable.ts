/** Steers a terminal, or hides from its reader: control, direction, zero-width and tag characters, separators. */
const hostile =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Everything that ends a line or takes no room, as one line must show it. */
const invisible = /[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Text of several lines without what steers a terminal. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(hostile, "�");
}

/** Text for the inside of one line: what would break the line or cannot be seen is written out. */
export function inLine(text: string, maximumLength = Number.POSITIVE_INFINITY): string {
  const shown = text.length > maximumLength ? `${text.slice(0, maximumLength)}…` : text;
  return shown.replace(invisible, escape).toWellFormed();
}

/** The lines of a diff; tabs are part of them. */
export function diffLines(diff: string): string[] {
  const shown = (line: string) =>
    line.replace(invisible, (character) => (character === "\t" ? "\t" : escape(character)));
  return diff.toWellFormed().trimEnd().split(/\r?\n/).map(shown);
}

function escape(character: string): string {
  return short[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
