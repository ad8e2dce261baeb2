import { boundText } from "./bound-text.js";
import { describeToolError } from "./describe-tool-error.js";
import { encodeToolResult } from "./encode-tool-result.js";
import { readCall } from "./read-call.js";
import type { ToolCall } from "./tool-call.js";
import type { ToolEnvironment } from "./tool-environment.js";
import type { ToolRegistry } from "./tool-registry.js";
import type { ToolOutcome } from "./tool-result.js";

/** Dispatches, and turns a failure of whatever kind into an outcome. */
export async function runCall(
  dispatch: ToolRegistry["dispatch"],
  sent: ToolCall,
  environment: Partial<ToolEnvironment> | undefined,
): Promise<ToolOutcome> {
  let outcome: Pick<ToolOutcome, "callId" | "name"> = { name: "" };
  try {
    const call = readCall(sent);
    const callId = environment?.callId ?? call.id;
    outcome = {
      ...(typeof callId === "string" && { callId }),
      name: typeof call.name === "string" ? boundText(call.name, 120) : "",
    };
    const result = await dispatch(call, environment);
    return { ...outcome, isError: false, text: encodeToolResult(result).text, result };
  } catch (error) {
    return {
      ...outcome,
      isError: true,
      text: describeToolError(error),
      error: error instanceof Error ? error : new Error("the call failed", { cause: error }),
    };
  }
}
