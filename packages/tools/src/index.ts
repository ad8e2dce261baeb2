export { describeToolError } from "./describe-tool-error.js";
export { schema } from "./schema.js";
export { defineTool, type Tool, type ToolArguments, type ToolHandler } from "./tool.js";
export type { CheckedToolCall, ToolCall } from "./tool-call.js";
export type { JsonSchema, ToolAnnotations, ToolDefinition } from "./tool-definition.js";
export type { ToolEnvironment, ToolProgress } from "./tool-environment.js";
export { ToolError, type ToolErrorCode, type ToolErrorOptions } from "./tool-error.js";
export type { ToolInterceptor, ToolRegistry, ToolRegistryOptions } from "./tool-registry.js";
export type { ToolAttachment, ToolOutcome, ToolResult } from "./tool-result.js";
