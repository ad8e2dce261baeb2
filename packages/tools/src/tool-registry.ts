import type { TSchema } from "typebox";
import type { Tool, ToolArguments, ToolHandler } from "./tool.js";
import type { CheckedToolCall, ToolCall } from "./tool-call.js";
import type { JsonSchema, ToolDefinition } from "./tool-definition.js";
import type { ToolEnvironment } from "./tool-environment.js";
import type { ToolOutcome, ToolResult } from "./tool-result.js";

/**
 * Stands between the checks and the handler of every call: approvals, audit, metrics. `next` goes on with the call, or
 * with another in its place, which is checked again; it may be left out (the handler then never runs) or called more
 * than once. To refuse a call, throw a `ToolError` with `TOOL_DENIED`.
 */
export type ToolInterceptor = (
  call: CheckedToolCall,
  environment: ToolEnvironment,
  next: (call?: ToolCall) => Promise<ToolResult>,
) => ToolResult | PromiseLike<ToolResult>;

export interface ToolRegistryOptions {
  /**
   * Accept arguments of another type where their meaning is exact: `"10"` for an integer, `"true"` for a boolean, a JSON
   * text for an array or object, a single object for an array of objects. Default: false.
   */
  readonly repairArguments?: boolean | undefined;
  /** A call that takes longer, interceptors included, is `TOOL_ABORTED`. In milliseconds. Default: no limit. */
  readonly callTimeoutMs?: number | undefined;
  /** Outermost first. They see only calls that have passed the checks. Default: none. */
  readonly intercept?: readonly ToolInterceptor[] | undefined;
}

export interface ToolRegistry {
  /**
   * Adds a tool. `TOOL_INVALID_DEFINITION`: a name that is empty, longer than 64 characters or has any other than
   * `A-Z a-z 0-9 _ -`; no handler; parameters that are not JSON or no valid schema, whose references lead
   * nowhere or round in a circle. `TOOL_DUPLICATE`: a taken name.
   */
  register<const Parameters extends TSchema>(
    definition: ToolDefinition<Parameters>,
    handler: ToolHandler<ToolArguments<Parameters>>,
  ): void;

  /** Adds all of the tools, in this order, or none: it fails as `register` does and then leaves the registry as it was. */
  registerAll(tools: readonly Tool[]): void;

  /**
   * What to send to a model, in the order of registration; deeply frozen. Canonical: the same tools give the same bytes
   * as JSON. Keys are sorted, except that `properties` stay in the order in which they were declared.
   */
  definitions(): readonly ToolDefinition<JsonSchema>[];

  has(name: string): boolean;

  /**
   * The call as interceptors see it: arguments that are final and frozen. Runs nothing, so that a host can ask for an
   * approval before it dispatches. Rejects with `TOOL_UNKNOWN`, `TOOL_INVALID_ARGUMENTS`, or `TOOL_PANICKED` where the
   * schema's validator throws.
   */
  check(call: ToolCall): Promise<CheckedToolCall>;

  /**
   * Checks a call and runs its handler. Rejects with a `ToolError` (`TOOL_UNKNOWN`, `TOOL_INVALID_ARGUMENTS`,
   * `TOOL_PANICKED`, also for a `signal` that is no `AbortSignal`, `TOOL_ABORTED`, or what an interceptor threw) or with
   * the handler's own `Error`, and at once when `environment.signal` aborts. An error with `TOOL_INVALID_ARGUMENTS` that
   * a handler throws without a `tool` gets the name that the tool was called by.
   */
  dispatch(call: ToolCall, environment?: Partial<ToolEnvironment>): Promise<ToolResult>;

  /** `dispatch` for loops: never rejects, and gives the text for the model whether the call succeeded or failed. */
  run(call: ToolCall, environment?: Partial<ToolEnvironment>): Promise<ToolOutcome>;
}
