import { quoteText } from "./quote-text.js";

/**
 * What a terminal or a page would act on rather than show: control characters, and those that change the direction of
 * text or end a line. A tab is shown, and the end of a line is where it belongs.
 */
const unsafe = /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** A name for people, on one line: one with unsafe characters as a JSON string. */
export function displayText(name: string): string {
  return /[\r\n\t]/.test(name) || name.search(unsafe) !== -1 ? displayLines(quoteText(name, 600)) : displayLines(name);
}

/** Lines for people, which nothing in them can disguise or break. */
export function displayLines(text: string): string {
  return text.toWellFormed().replace(unsafe, escape);
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
