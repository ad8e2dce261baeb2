import type { ArgumentCheck } from "./argument-check.js";
import { quote, showValue } from "./bound-text.js";
import { createArgumentCheck } from "./create-argument-check.js";
import type { Tool } from "./tool.js";
import type { JsonSchema, ToolAnnotations, ToolDefinition } from "./tool-definition.js";
import { ToolError } from "./tool-error.js";

/** A tool as the registry holds it: nothing of it can be changed from outside. */
export interface RegisteredTool {
  readonly definition: ToolDefinition<JsonSchema>;
  readonly check: ArgumentCheck;
  readonly handler: Tool["handler"];
}

/** Throws `TOOL_INVALID_DEFINITION` unless it is a tool. */
export function createRegisteredTool(
  definition: ToolDefinition | null | undefined,
  handler: unknown,
  repairs: boolean,
): RegisteredTool {
  if (typeof definition !== "object" || definition === null) throw invalid(undefined, "a definition must be an object");
  const { name, description, parameters, annotations } = definition as {
    readonly [Key in keyof ToolDefinition]: unknown;
  };
  if (typeof name !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw invalid(undefined, `a tool's name must be 1 to 64 of the characters A-Z a-z 0-9 _ -, got ${showValue(name)}`);
  }
  if (typeof description !== "string" || !description.isWellFormed()) {
    throw invalid(name, "its description must be a well-formed string");
  }
  if (typeof handler !== "function") throw invalid(name, "it has no handler");
  let check: ArgumentCheck;
  try {
    check = createArgumentCheck(parameters, repairs);
  } catch (error) {
    throw invalid(name, error instanceof Error ? error.message : "its parameters cannot be read", error);
  }
  const own: ToolDefinition<JsonSchema> = Object.freeze({
    ...(annotations !== undefined && { annotations: ownAnnotations(name, annotations) }),
    description,
    name,
    parameters: check.parameters,
  });
  return { definition: own, check, handler: handler as Tool["handler"] };
}

function ownAnnotations(tool: string, annotations: unknown): ToolAnnotations {
  if (typeof annotations !== "object" || annotations === null) throw invalid(tool, "its annotations must be an object");
  const { destructive, idempotent, readOnly, title } = annotations as {
    readonly [Key in keyof ToolAnnotations]: unknown;
  };
  for (const flag of [destructive, idempotent, readOnly]) {
    if (flag !== undefined && typeof flag !== "boolean") throw invalid(tool, "its annotations must be booleans");
  }
  if (title !== undefined && typeof title !== "string") throw invalid(tool, "its title must be a string");
  const entries = Object.entries({ destructive, idempotent, readOnly, title });
  return Object.freeze(Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
}

function invalid(tool: string | undefined, problem: string, cause?: unknown): ToolError {
  const message = tool === undefined ? problem : `tool ${quote(tool)} cannot be registered: ${problem}`;
  return new ToolError("TOOL_INVALID_DEFINITION", message, {
    ...(tool !== undefined && { tool }),
    ...(cause !== undefined && { cause }),
  });
}
