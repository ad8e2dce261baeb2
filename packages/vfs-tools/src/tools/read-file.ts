import { defineTool, schema, type Tool, type ToolResult } from "@x/tools";
import { VfsError } from "@x/vfs";
import { argumentError } from "../argument-error.js";
import { maximumListBytes } from "../bounded-list.js";
import { type ByteSource, withByteSource } from "../byte-source.js";
import { displayText } from "../display-text.js";
import { attachmentLimits, mediaTypeOf } from "../media-type.js";
import { defaultWindowSizes, readWindow, type TextWindow, type WindowSizes } from "../read-window.js";
import { binaryProbeBytes, detectEncoding, isBinary, type TextEncoding } from "../text-encoding.js";
import type { ToolContext } from "../tool-context.js";

const maximumLines = 2_000;

interface ReadRequest {
  readonly offset: number;
  readonly limit: number;
  readonly column: number;
}

export function readFileTool(context: ToolContext, sizes: WindowSizes = defaultWindowSizes): Tool {
  return defineTool(
    {
      name: "read_file",
      description:
        "Read a text file. Every line comes as its number, a tab, and the line. One call gives at most 2,000 lines or " +
        "40 KiB: while `truncated` is true, read on with `offset` set to the next line number, or as the notice at the " +
        "end of a cut line says. PNG, JPEG, GIF, WebP and PDF files come as attachments.",
      parameters: schema.object({
        path: schema.string("The file, relative to the root, like src/app.ts"),
        offset: schema.optional(schema.integer("The first line to read, counted from 1. Default: 1")),
        limit: schema.optional(schema.integer("How many lines to read. Default and maximum: 2000")),
        column: schema.optional(
          schema.integer(
            "The first byte to read of line `offset`, counted from 1, to read on in a line that was cut. Default: 1",
          ),
        ),
      }),
      annotations: { title: "Read file", readOnly: true },
    },
    async ({ path, offset = 1, limit = maximumLines, column = 1 }, { signal }) => {
      context.policy.check(path);
      return withByteSource(context.storage, path, sizes.pieceBytes, { signal }, async (source) => {
        const { size } = source.metadata;
        const head = await source.read(0, Math.min(size, binaryProbeBytes));
        const mediaType = mediaTypeOf(head);
        if (mediaType !== undefined && size <= (attachmentLimits[mediaType] ?? 0)) {
          return attach(source, mediaType);
        }
        if (mediaType !== undefined || isBinary(head)) throw notText(source, mediaType);
        return readText(source, detectEncoding(head), { offset, limit, column }, sizes, signal);
      });
    },
  );
}

async function readText(
  source: ByteSource,
  encoding: TextEncoding,
  request: ReadRequest,
  sizes: WindowSizes,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { metadata } = source;
  const read = (offset: number, column: number) =>
    readWindow(
      source,
      encoding,
      { offset, limit: Math.min(request.limit, maximumLines), column, maximumBytes: maximumListBytes },
      sizes,
      signal,
    );
  const { offset, column } = request;
  const tooSmall = (["offset", "limit", "column"] as const).find((name) => request[name] < 1);
  if (tooSmall !== undefined) {
    // The whole file is counted for the message's sake, but not where that takes long.
    const counted = metadata.size <= sizes.fullScanBytes ? await read(Number.POSITIVE_INFINITY, 1) : undefined;
    const has = counted === undefined ? `${metadata.size} bytes` : lineCount(counted.window.lines);
    throw argumentError(`argument "${tooSmall}" must be at least 1; the file has ${has}`);
  }
  const text = await read(offset, column);
  checkPosition(text, request);
  const { window } = text;
  const lineEndings = window.crlfBreaks === 0 ? undefined : window.crlfBreaks === window.breaks ? "crlf" : "mixed";
  const shownEncoding = encodingOf(encoding, text.isWellFormed);
  const last = offset + window.shownLines - 1;
  const truncated = window.isCut || !text.isWholeFile || last < window.lines;
  return {
    content: {
      content: window.content,
      content_type: metadata.contentType,
      size: metadata.size,
      offset,
      ...(text.isWholeFile && { total_lines: window.lines }),
      truncated,
      ...(shownEncoding !== undefined && { encoding: shownEncoding }),
      ...(lineEndings !== undefined && { line_endings: lineEndings }),
    },
    display: `read ${displayText(metadata.path)}: ${window.shownLines === 0 ? "no lines" : `lines ${offset} to ${last}`}`,
  };
}

/** An empty file has nothing to show, and nothing is wrong with reading it from its start. */
function checkPosition({ window }: TextWindow, { offset, column }: ReadRequest): void {
  if (window.isColumnPastEnd) {
    const has = `line ${offset} has ${window.firstLineBytes} bytes`;
    throw argumentError(`argument "column" is ${column}, past the end: ${has}`);
  }
  if (window.shownLines > 0 || (offset === 1 && column === 1)) return;
  const name = offset === 1 ? "column" : "offset";
  const value = offset === 1 ? column : offset;
  throw argumentError(`argument "${name}" is ${value}, past the end: the file has ${lineCount(window.lines)}`);
}

function lineCount(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}

/** What is worth telling: nothing where the file is plain UTF-8. */
function encodingOf(encoding: TextEncoding, isWellFormed: boolean): string | undefined {
  if (encoding === "utf-16le" || encoding === "utf-16be") return encoding;
  if (!isWellFormed) return "invalid-utf-8";
  return encoding === "utf-8-bom" ? encoding : undefined;
}

async function attach(source: ByteSource, mediaType: string): Promise<ToolResult> {
  const { path, size } = source.metadata;
  return {
    content: {
      content: `The file is attached: ${mediaType}, ${size} bytes.`,
      content_type: mediaType,
      size,
      offset: 1,
      total_lines: 0,
      truncated: false,
    },
    display: `read ${displayText(path)}: ${mediaType}, ${size} bytes`,
    attachments: [{ mediaType, data: await source.read(0, size) }],
  };
}

function notText({ metadata }: ByteSource, mediaType: string | undefined): VfsError {
  const { path, contentType, size } = metadata;
  const limit =
    mediaType === undefined ? "" : `, more than the ${attachmentLimits[mediaType]} bytes that can be attached`;
  return new VfsError("VFS_NOT_TEXT", `the file is not text: ${mediaType ?? contentType}, ${size} bytes${limit}`, {
    path,
  });
}
