import { boundText } from "./bound-text.js";

/** The longest message that a model is shown, in UTF-16 units. */
const maximumLength = 4_000;

/**
 * What the model is shown of an error: its message, without its code, well formed and bounded. Never throws, whatever
 * was thrown.
 */
export function describeToolError(error: unknown): string {
  const text = boundText(messageOf(error), maximumLength);
  return text.trim() === "" ? "the call failed and gave no reason" : text;
}

function messageOf(error: unknown): string {
  if (typeof error === "string") return error;
  try {
    const message: unknown = (error as { message?: unknown } | null | undefined)?.message;
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}
