import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { ToolRegistry } from "@x/tools";

type Definition = ReturnType<ToolRegistry["definitions"]>[number];

/** A definition as MCP lists it. MCP wants an object schema: one that leaves its type open becomes one. */
export function toMcpTool({ name, description, parameters, annotations = {} }: Definition): Tool {
  const { title, readOnly, destructive, idempotent } = annotations;
  const schema = parameters as Record<string, unknown>;
  return {
    name,
    description,
    inputSchema: { ...(schema.type === undefined || schema.type === "object" ? schema : {}), type: "object" },
    annotations: {
      ...(title !== undefined && { title }),
      ...(readOnly !== undefined && { readOnlyHint: readOnly }),
      ...(destructive !== undefined && { destructiveHint: destructive }),
      ...(idempotent !== undefined && { idempotentHint: idempotent }),
    },
  };
}
