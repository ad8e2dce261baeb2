import { stringifyContent } from "./stringify-content.js";
import { ToolError } from "./tool-error.js";
import type { ToolResult } from "./tool-result.js";

const defaultMaximumBytes = 65_536;
/** The least cap under which every cut result fits. */
const leastMaximumBytes = 64;

export interface EncodeToolResultOptions {
  /** The cap on the text, in bytes of UTF-8; at least 64. Default: 65,536. */
  readonly maximumBytes?: number | undefined;
}

export interface EncodedToolResult {
  /** Valid JSON, well formed, and within the cap. */
  readonly text: string;
  readonly truncated: boolean;
  /** The size of the whole text, before it was cut, in bytes of UTF-8. */
  readonly bytes: number;
}

/**
 * The content of a result as JSON for the model; `undefined` is `null`. Past the cap the JSON is cut at a character and
 * wrapped: `{ "truncated": true, "missing_bytes": n, "text": "..." }`. Unpaired surrogates become U+FFFD. What JSON
 * cannot hold (NaN and infinities, invalid dates, bigints, symbols, functions, cycles, binary data, maps and sets) is
 * `TOOL_RESULT_UNENCODABLE`, with its place; so are more than a million values.
 */
export function encodeToolResult(
  result: Pick<ToolResult, "content">,
  options: EncodeToolResultOptions = {},
): EncodedToolResult {
  const maximumBytes = options.maximumBytes ?? defaultMaximumBytes;
  if (!Number.isSafeInteger(maximumBytes) || maximumBytes < leastMaximumBytes) {
    throw new TypeError(`maximumBytes must be an integer of at least ${leastMaximumBytes}`);
  }
  const text = stringify(result.content);
  const bytes = Buffer.byteLength(text);
  if (bytes <= maximumBytes) return { text, truncated: false, bytes };
  return { text: cut(text, bytes, maximumBytes), truncated: true, bytes };
}

function stringify(content: unknown): string {
  try {
    return stringifyContent(content);
  } catch (error) {
    if (ToolError.is(error)) throw error;
    const reason =
      error instanceof RangeError ? "it is nested too deeply or too large" : "reading it threw an error of its own";
    throw new ToolError("TOOL_RESULT_UNENCODABLE", `the result cannot be encoded: ${reason}`, { cause: error });
  }
}

/** Wraps the longest beginning of the text that fits. */
function cut(text: string, bytes: number, maximumBytes: number): string {
  const wrap = (missing: number, kept: string) =>
    JSON.stringify({ truncated: true, missing_bytes: missing, text: kept });
  // The number of missing bytes has no more digits than that of all bytes.
  const room = maximumBytes - wrap(bytes, "").length;
  let index = 0;
  let keptBytes = 0;
  let escapes = 0;
  while (index < text.length) {
    const code = text.codePointAt(index) ?? 0;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    // JSON text holds no control characters, so these two are all that has to be escaped once more.
    const escape = code === 0x22 || code === 0x5c ? 1 : 0;
    if (keptBytes + size + escapes + escape > room) break;
    keptBytes += size;
    escapes += escape;
    index += code < 0x10000 ? 1 : 2;
  }
  return wrap(bytes - keptBytes, text.slice(0, index));
}
