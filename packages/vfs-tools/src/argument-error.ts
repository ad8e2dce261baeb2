import { ToolError } from "@x/tools";

/**
 * For an argument that fits its type but not the file. `message` names the argument and says what to do instead; the
 * registry puts the name of the tool in front, which its host may have changed.
 */
export function argumentError(message: string): ToolError {
  return new ToolError("TOOL_INVALID_ARGUMENTS", message);
}
