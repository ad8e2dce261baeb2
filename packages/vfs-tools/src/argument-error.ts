import { ToolError } from "@x/tools";

/** For an argument that fits its type but not the file. `message` names the argument and says what to do instead. */
export function argumentError(tool: string, message: string): ToolError {
  return new ToolError("TOOL_INVALID_ARGUMENTS", `invalid arguments for ${tool}: ${message}`, { tool });
}
