import { quote } from "./bound-text.js";
import { checkCall, type DispatchContext, dispatchCall } from "./dispatch-call.js";
import { readCall } from "./read-call.js";
import { createRegisteredTool, type RegisteredTool } from "./registered-tool.js";
import { runCall } from "./run-call.js";
import type { JsonSchema, ToolDefinition } from "./tool-definition.js";
import { ToolError } from "./tool-error.js";
import type { ToolRegistry, ToolRegistryOptions } from "./tool-registry.js";

/** The longest delay that a timer holds. */
const longestTimeoutMs = 2_147_483_647;

/** An empty registry. An option of the wrong type is a `TypeError`. */
export function createToolRegistry(options: ToolRegistryOptions = {}): ToolRegistry {
  const { repairArguments = false, callTimeoutMs: timeoutMs } = options;
  if (timeoutMs !== undefined && !(Number.isFinite(timeoutMs) && timeoutMs > 0 && timeoutMs <= longestTimeoutMs)) {
    throw new TypeError(`callTimeoutMs must be more than 0 and at most ${longestTimeoutMs} milliseconds`);
  }
  if (typeof repairArguments !== "boolean") throw new TypeError("repairArguments must be a boolean");
  const interceptors = [...(options.intercept ?? [])];
  if (interceptors.some((interceptor) => typeof interceptor !== "function")) {
    throw new TypeError("intercept must be a list of functions");
  }
  const tools = new Map<string, RegisteredTool>();
  let definitions: readonly ToolDefinition<JsonSchema>[] = Object.freeze([]);

  const find = (name: unknown): RegisteredTool => {
    const tool = typeof name === "string" ? tools.get(name) : undefined;
    if (tool !== undefined) return tool;
    const shown = typeof name === "string" ? quote(name) : "without a name";
    const available = tools.size === 0 ? "no tools are available" : `available tools: ${[...tools.keys()].join(", ")}`;
    throw new ToolError("TOOL_UNKNOWN", `unknown tool ${shown}; ${available}`, {
      ...(typeof name === "string" && { tool: name }),
    });
  };

  const add = (added: readonly RegisteredTool[]): void => {
    const names = new Set(tools.keys());
    for (const { name } of added.map((tool) => tool.definition)) {
      if (names.has(name)) {
        throw new ToolError("TOOL_DUPLICATE", `a tool named ${quote(name)} is already registered`, { tool: name });
      }
      names.add(name);
    }
    for (const tool of added) tools.set(tool.definition.name, tool);
    definitions = Object.freeze([...tools.values()].map((tool) => tool.definition));
  };

  const context: DispatchContext = { find, interceptors, timeoutMs };
  const dispatch: ToolRegistry["dispatch"] = async (call, environment) => {
    return dispatchCall(context, readCall(call), environment ?? {});
  };

  return Object.freeze<ToolRegistry>({
    register: (definition, handler) => add([createRegisteredTool(definition, handler, repairArguments)]),
    registerAll: (added) =>
      add(added.map(({ definition, handler }) => createRegisteredTool(definition, handler, repairArguments))),
    definitions: () => definitions,
    has: (name) => tools.has(name),
    check: async (call) => (await checkCall(context, readCall(call))).call,
    dispatch,
    run: (call, environment) => runCall(dispatch, call, environment),
  });
}
