import { boundText, quote } from "./bound-text.js";
import { ToolError } from "./tool-error.js";
import type { ToolResult } from "./tool-result.js";

/** The classes that the language throws by itself: a handler that throws one of them has a bug. */
const builtIn = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError];

/** Whose bug it is. */
export type Culprit = "it" | "an interceptor";

/**
 * What `dispatch` rejects with for what was thrown: the `Error` itself, or `TOOL_PANICKED` where it is a bug. An error
 * about arguments that names no tool gets the name that the tool was called by, which only the registry knows.
 */
export function toolFailure(tool: string, culprit: Culprit, thrown: unknown): Error {
  let shown = "an object that cannot be read";
  try {
    if (ToolError.is(thrown, "TOOL_INVALID_ARGUMENTS") && thrown.tool === undefined) {
      return new ToolError(thrown.code, `invalid arguments for ${tool}: ${thrown.message}`, { tool, cause: thrown });
    }
    if (isError(thrown) && !builtIn.some((type) => thrown instanceof type)) return thrown;
    shown = show(thrown);
  } catch {
    // Looking at it runs code of whoever threw it.
  }
  return panic(tool, culprit, `threw ${shown}`, { cause: thrown });
}

/** Gives back a result, or throws `TOOL_PANICKED` where there is none. */
export function checkedResult(tool: string, culprit: Culprit, returned: unknown): ToolResult {
  const problem = resultProblem(returned);
  if (problem === undefined) return returned as ToolResult;
  throw panic(tool, culprit, `returned ${problem}`, {});
}

function panic(tool: string, culprit: Culprit, what: string, options: { readonly cause?: unknown }): ToolError {
  const message = `${tool} failed because of a bug in ${culprit}: it ${what}`;
  return new ToolError("TOOL_PANICKED", message, { tool, ...options });
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
