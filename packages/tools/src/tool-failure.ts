import { boundText, quote } from "./bound-text.js";
import { ToolError } from "./tool-error.js";
import type { ToolResult } from "./tool-result.js";

/** The classes that the language throws by itself: a handler that throws one of them has a bug. */
const builtIn = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError];

/** What `dispatch` rejects with for what was thrown: the `Error` itself, or `TOOL_PANICKED` where it is a bug. */
export function toolFailure(tool: string, thrown: unknown): Error {
  let shown = "an object that cannot be read";
  try {
    if (isError(thrown) && !builtIn.some((type) => thrown instanceof type)) return thrown;
    shown = show(thrown);
  } catch {
    // Looking at it runs code of whoever threw it.
  }
  return new ToolError("TOOL_PANICKED", `${tool} failed because of a bug in it: it threw ${shown}`, {
    tool,
    cause: thrown,
  });
}

/** Gives back a result, or throws `TOOL_PANICKED` where there is none. */
export function checkedResult(tool: string, returned: unknown): ToolResult {
  const problem = resultProblem(returned);
  if (problem === undefined) return returned as ToolResult;
  throw new ToolError("TOOL_PANICKED", `${tool} failed because of a bug in it: it returned ${problem}`, { tool });
}

function resultProblem(returned: unknown): string | undefined {
  if (typeof returned !== "object" || returned === null || Array.isArray(returned)) {
    return `${show(returned)} instead of a result object`;
  }
  const { display, attachments } = returned as { readonly display?: unknown; readonly attachments?: unknown };
  if (display !== undefined && typeof display !== "string") return "a display that is no string";
  if (attachments === undefined) return undefined;
  const valid =
    Array.isArray(attachments) &&
    attachments.every((attachment: unknown) => {
      if (typeof attachment !== "object" || attachment === null) return false;
      const { mediaType, data } = attachment as { readonly mediaType?: unknown; readonly data?: unknown };
      return typeof mediaType === "string" && Object.prototype.toString.call(data) === "[object Uint8Array]";
    });
  return valid ? undefined : "attachments that are no list of { mediaType, data }";
}

function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
}

function show(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "an array";
  if (!isError(value)) return typeof value === "object" && value !== null ? "an object" : boundText(String(value), 120);
  return boundText(`${value.name}: ${value.message}`, 500);
}
