import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { ToolRegistry } from "@x/tools";

type Definition = ReturnType<ToolRegistry["definitions"]>[number];

/** A definition as MCP lists it. MCP wants an object schema, so parameters of another kind are shown as any object. */
export function toMcpTool({ name, description, parameters, annotations = {} }: Definition): Tool {
  const { title, readOnly, destructive, idempotent } = annotations;
  const schema = parameters as Record<string, unknown>;
  return {
    name,
    description,
    inputSchema: schema.type === "object" ? (schema as Tool["inputSchema"]) : { type: "object" },
    annotations: {
      ...(title !== undefined && { title }),
      ...(readOnly !== undefined && { readOnlyHint: readOnly }),
      ...(destructive !== undefined && { destructiveHint: destructive }),
      ...(idempotent !== undefined && { idempotentHint: idempotent }),
    },
  };
}
