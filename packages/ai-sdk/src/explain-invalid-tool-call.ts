import { describeToolError } from "@x/tools";
import { type ToolCallRepairFunction, type ToolSet, TypeValidationError } from "ai";

/**
 * For `experimental_repairToolCall`: words the errors of calls that never reach a tool, because the model called an
 * unknown one or wrote arguments that are not JSON, as a registry does. What the schema of another tool refuses keeps the
 * SDK's text. It repairs nothing and runs nothing: the SDK
 * shows the model the text as a tool error, and the run goes on.
 */
export const explainInvalidToolCall: ToolCallRepairFunction<ToolSet> = async ({ toolCall, tools, error }) => {
  // Of another tool: ours have no validator that the SDK knows of.
  if (TypeValidationError.isInstance(error.cause)) return null;
  // The SDK shows the model the message of this very error when a call is not repaired.
  error.message = describeToolError(explanation(toolCall.toolName, toolCall.input, Object.keys(tools)));
  return null;
};

function explanation(name: string, input: string, available: readonly string[]): string {
  if (!available.includes(name)) {
    const shown = JSON.stringify((name.length > 120 ? `${name.slice(0, 120)}...` : name).toWellFormed());
    const others = available.length === 0 ? "no tools are available" : `available tools: ${available.join(", ")}`;
    return `unknown tool ${shown}; ${others}`;
  }
  return `invalid arguments for ${name}: arguments must be a JSON object, got ${faultOf(input)}`;
}

function faultOf(input: string): string {
  try {
    JSON.parse(input);
    // The SDK takes every JSON but this.
    return 'one with a property that is called "__proto__" or "prototype"';
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : "it cannot be read";
    return `text that is not valid JSON: ${reason}`;
  }
}
