import type { ToolError } from "@x/tools";
import { VfsError } from "@x/vfs";
import { argumentError } from "./argument-error.js";
import { explainMiss } from "./explain-miss.js";
import { findSpans, type Span, textStart } from "./find-spans.js";
import { lineNumbersAt } from "./line-number.js";
import type { Pacer } from "./pacer.js";
import { quoteText } from "./quote-text.js";
import { Splice } from "./splice.js";
import { detectEncoding, isBinary } from "./text-encoding.js";

export interface Edit {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

/** Where an edit is made: what errors name, and what bounds it. */
export interface EditPlace {
  readonly path: string;
  /** Which of several edits, as `edits[2]`. */
  readonly name?: string;
  readonly maximumFileBytes: number;
}

export interface AppliedEdit {
  readonly content: Buffer;
  readonly replacements: number;
  /** Where the first replacement starts, the same in the old content and the new. */
  readonly start: number;
}

const shownPlaces = 10;
const spansPerStep = 1_024;

/** Throws `TOOL_INVALID_ARGUMENTS` for an edit that no file could take. */
export function checkEdit(edit: Edit, place: EditPlace): void {
  if (edit.old_string === "") {
    throw fault(place, 'argument "old_string" must not be empty; use write_file to create a file or replace all of it');
  }
  if (!edit.new_string.isWellFormed()) {
    throw fault(place, 'argument "new_string" must not contain an unpaired surrogate');
  }
  if (edit.old_string === edit.new_string) {
    throw fault(place, 'arguments "old_string" and "new_string" must differ');
  }
}

/**
 * The content after one edit that passed `checkEdit`; the content given stays as it is. Gives way to others by `pace`.
 * Fails with `TOOL_INVALID_ARGUMENTS` for a text that is not there, or at several places without `replace_all`, or an
 * edit that would change no byte; with `VFS_NOT_TEXT` for UTF-16 and binary content; with `VFS_FILE_TOO_LARGE`.
 */
export async function applyEdit(content: Buffer, edit: Edit, place: EditPlace, pace: Pacer): Promise<AppliedEdit> {
  checkText(content, place);
  const all = edit.replace_all ?? false;
  // A file that is too large already may still be edited, but not grow.
  const splice = new Splice(content, Buffer.from(edit.new_string), Math.max(place.maximumFileBytes, content.length));
  const add = (span: Span) => {
    if (!splice.add(span)) throw tooLarge(place);
  };
  const shown: Span[] = [];
  let replacements = 0;
  for (const span of findSpans(content, Buffer.from(edit.old_string), { all })) {
    if (span === undefined || replacements % spansPerStep === 0) await pace();
    if (span === undefined) continue;
    replacements++;
    if (shown.length <= shownPlaces) shown.push(span);
    else if (!all) break;
    if (all) add(span);
  }
  const [first] = shown;
  if (first === undefined) throw fault(place, `argument "old_string" ${explainMiss(content, edit.old_string)}`);
  if (!all && shown.length > 1) throw fault(place, ambiguity(content, shown));
  if (!all) add(first);
  const edited = splice.finish();
  if (edited === undefined) throw tooLarge(place);
  if (edited.equals(content)) {
    throw fault(place, 'argument "new_string" changes nothing: the file has exactly this text there already');
  }
  return { content: edited, replacements, start: first.start };
}

function checkText(content: Buffer, place: EditPlace): void {
  const encoding = detectEncoding(content);
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    throw notText(place, "is UTF-16, and only UTF-8 text can be edited; write_file can replace it");
  }
  if (isBinary(content)) throw notText(place, `is a binary file of ${content.length} bytes, not text to edit`);
  if (content.length === textStart(content)) {
    throw fault(place, `argument "old_string" cannot be found: ${quoteText(place.path)} is empty; use write_file`);
  }
}

function ambiguity(content: Buffer, spans: readonly Span[]): string {
  const hasMore = spans.length > shownPlaces;
  const starts = spans.slice(0, shownPlaces).map((span) => span.start);
  const lines = [...new Set(lineNumbersAt(content, starts))];
  const last = hasMore || lines.length === 1 ? undefined : lines.pop();
  const list = `${lines.length === 1 && last === undefined ? "line" : "lines"} ${lines.join(", ")}${last === undefined ? "" : ` and ${last}`}`;
  const places = hasMore ? `more than ${shownPlaces} places, first on` : `${spans.length} places, on`;
  return `argument "old_string" is at ${places} ${list}; add lines around it until it is unique, or set replace_all`;
}

function tooLarge(place: EditPlace): VfsError {
  const message = `the edit would grow the file past the maximum of ${place.maximumFileBytes} bytes`;
  return new VfsError("VFS_FILE_TOO_LARGE", named(place, message), { path: place.path });
}

function named(place: EditPlace, message: string): string {
  return place.name === undefined ? message : `${place.name}: ${message}`;
}

function fault(place: EditPlace, message: string): ToolError {
  return argumentError(named(place, message));
}

function notText(place: EditPlace, message: string): VfsError {
  return new VfsError("VFS_NOT_TEXT", named(place, `${quoteText(place.path)} ${message}`), { path: place.path });
}
