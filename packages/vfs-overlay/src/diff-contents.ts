import { formatPatch, type StructuredPatch, structuredPatch } from "diff";

export const maximumDiffedBytes = 2 * 1024 * 1024;
const maximumLines = 50_000;
const maximumLength = 256 * 1024;
const maximumMilliseconds = 200;
const binaryProbeBytes = 8192;
const newline = 0x0a;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The difference between two contents of a file, undefined for no file, as Git shows it. One line where lines cannot
 * show it.
 */
export function diffContents(path: string, before: Uint8Array | undefined, after: Uint8Array | undefined): string {
  if (before === undefined && after === undefined) return "";
  const contents = [before, after];
  if (contents.some((content) => content !== undefined && content.length > maximumDiffedBytes)) {
    return describeDifference("too large to compare by lines", path, before?.length, after?.length);
  }
  if (contents.some((content) => content?.subarray(0, binaryProbeBytes).includes(0) === true)) {
    return describeDifference("binary", path, before?.length, after?.length);
  }
  // Comparing is bounded in time, but writing down a replacement of every line is not.
  if (contents.some((content) => content !== undefined && hasMoreLines(content, maximumLines))) {
    return describeDifference("too many lines to compare", path, before?.length, after?.length);
  }
  const patch = diffTexts(decoder.decode(before), decoder.decode(after));
  if (patch.hunks.length === 0 && before !== undefined && after !== undefined) {
    const reason = "differs only in its content type or in bytes that are not UTF-8";
    return describeDifference(reason, path, before.length, after.length);
  }
  return shorten(
    formatPatch({
      ...patch,
      oldFileName: before === undefined ? "/dev/null" : `a/${path}`,
      newFileName: after === undefined ? "/dev/null" : `b/${path}`,
      isGit: true,
      isCreate: before === undefined,
      isDelete: after === undefined,
    }),
  );
}

/** The difference of a file that only moved. */
export function diffMove(from: string, to: string): string {
  return formatPatch({
    oldFileName: `a/${from}`,
    newFileName: `b/${to}`,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [],
    isGit: true,
    isRename: true,
  });
}

/** The one line for a difference that lines cannot show. A size is undefined for no file. */
export function describeDifference(reason: string, path: string, before?: number, after?: number): string {
  const [was, is] = [before, after].map((size) => (size === undefined ? "no file" : `${size} bytes`));
  return `${JSON.stringify(path)}: ${reason} (${was ?? ""} -> ${is ?? ""})\n`;
}

function diffTexts(before: string, after: string): StructuredPatch {
  const patch = structuredPatch("", "", before, after, "", "", { context: 3, timeout: maximumMilliseconds });
  return patch ?? replaceEveryLine(before, after);
}

function replaceEveryLine(before: string, after: string): StructuredPatch {
  const removal = structuredPatch("", "", before, "");
  const addition = structuredPatch("", "", "", after);
  const [removed, added] = [removal.hunks[0], addition.hunks[0]];
  if (removed === undefined || added === undefined) return removed === undefined ? addition : removal;
  const { newStart, newLines } = added;
  return { ...removal, hunks: [{ ...removed, newStart, newLines, lines: [...removed.lines, ...added.lines] }] };
}

function hasMoreLines(content: Uint8Array, most: number): boolean {
  let count = 0;
  for (let at = content.indexOf(newline); at !== -1; at = content.indexOf(newline, at + 1)) {
    if (++count > most) return true;
  }
  return false;
}

function shorten(diff: string): string {
  if (diff.length <= maximumLength) return diff;
  const end = diff.lastIndexOf("\n", maximumLength) + 1;
  // A line that alone is longer than half of what may be shown is cut itself, at a character.
  const shown =
    end > maximumLength / 2 ? diff.slice(0, end) : diff.slice(0, maximumLength).replace(/[\ud800-\udbff]$/, "");
  const notice = `[the diff is cut here: ${diff.length - shown.length} more characters]\n`;
  return shown.endsWith("\n") ? shown + notice : `${shown}\n${notice}`;
}
