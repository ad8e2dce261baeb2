import type { Static, TSchema } from "typebox";
import type { StandardSchema } from "./standard-schema.js";
import type { ToolDefinition } from "./tool-definition.js";
import type { ToolEnvironment } from "./tool-environment.js";
import type { ToolResult } from "./tool-result.js";

/**
 * What a handler is called with, inferred from the parameters of its tool: the output, where a schema transforms.
 * Never, where the schema of a library carries no JSON Schema and so cannot be registered.
 */
export type ToolArguments<Parameters extends TSchema> =
  Parameters extends StandardSchema<unknown, infer Output>
    ? Output
    : Parameters extends { readonly "~standard": unknown }
      ? never
      : Static<Parameters>;

/**
 * Does the work of a tool, with arguments that have been checked. To fail on purpose it throws an `Error`, whose message
 * the model is shown. A thrown `TypeError`, another built-in subclass or anything but an `Error` counts as a bug.
 */
export type ToolHandler<Arguments> = (
  args: Arguments,
  environment: ToolEnvironment,
) => ToolResult | PromiseLike<ToolResult>;

/** A tool as data: to list, filter, rename and register. */
export interface Tool {
  readonly definition: ToolDefinition;
  readonly handler: AnyToolHandler;
}

/** A handler whose arguments are known only to its definition: a method type, so that handlers of every tool fit. */
type AnyToolHandler = {
  handle(args: unknown, environment: ToolEnvironment): ToolResult | PromiseLike<ToolResult>;
}["handle"];

/** Pairs a definition with its handler, whose arguments are typed from the parameters. */
export function defineTool<const Parameters extends TSchema>(
  definition: ToolDefinition<Parameters>,
  handler: ToolHandler<ToolArguments<Parameters>>,
): Tool {
  return { definition, handler };
}
