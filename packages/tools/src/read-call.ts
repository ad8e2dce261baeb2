import type { ToolCall } from "./tool-call.js";
import { ToolError } from "./tool-error.js";

/** A call with each property read once: what a model's client hands over may be no object, or throw when it is read. */
export function readCall(call: ToolCall | null | undefined): ToolCall {
  try {
    const { id, name, arguments: sent } = call ?? { name: "" };
    return { id, name, arguments: sent };
  } catch (error) {
    throw new ToolError("TOOL_INVALID_ARGUMENTS", "the call cannot be read", { cause: error });
  }
}
