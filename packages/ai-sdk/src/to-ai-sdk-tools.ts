import {
  type CheckedToolCall,
  describeToolError,
  encodeToolResult,
  type JsonSchema,
  type ToolDefinition,
  ToolError,
  type ToolProgress,
  type ToolRegistry,
} from "@x/tools";
import { type JSONSchema7, jsonSchema, type Tool } from "ai";
import { type AiSdkToolOutput, toAiSdkToolOutput } from "./ai-sdk-tool-output.js";
import { toModelOutput } from "./to-model-output.js";
import { turnIdOf } from "./turn-id-of.js";

export interface AiSdkToolsOptions {
  /** The session of every call. Default: `""`. */
  readonly sessionId?: string | undefined;
  /**
   * Which calls wait for the user's approval: `"writes"` those of every tool that is not annotated as read-only, a
   * function those that it answers `true` for, given the arguments as the registry checks them. Calls that the registry
   * refuses wait for nobody: they run nothing. Default: none.
   */
  readonly approve?:
    | "writes"
    | ((tool: ToolDefinition<JsonSchema>, input: Readonly<Record<string, unknown>>) => boolean | PromiseLike<boolean>)
    | undefined;
  /** The cap on what the model is shown of a result's content, in bytes of UTF-8; at least 64. Default: 65,536. */
  readonly maximumBytes?: number | undefined;
  /**
   * Send attachments to the model, as image and file parts. Default: true. Set it to false for providers that put such
   * parts into the prompt as text.
   */
  readonly sendAttachments?: boolean | undefined;
  /** Told how far a running call has come. Default: nobody is told. */
  readonly onProgress?: ((call: { name: string; callId: string }, progress: ToolProgress) => void) | undefined;
}

/** A tool set for `generateText`, `streamText` and agents. */
export type AiSdkTools = Record<string, Tool<unknown, AiSdkToolOutput>>;

/**
 * The tools that are registered now as tools of the AI SDK, in the order of registration, with their JSON Schemas as
 * they are. A call that fails, refused arguments included, rejects with an error whose message is the text for the
 * model: the SDK shows it to the model as a tool error and goes on. An option of the wrong type is a `TypeError`.
 */
export function toAiSdkTools(registry: ToolRegistry, options: AiSdkToolsOptions = {}): AiSdkTools {
  checkOptions(options);
  // The SDK looks up whatever name a model calls: no name may lead to a property that every object has.
  const tools = Object.create(null) as AiSdkTools;
  for (const definition of registry.definitions()) tools[definition.name] = toAiSdkTool(registry, definition, options);
  return tools;
}

function checkOptions(options: { readonly [Key in keyof AiSdkToolsOptions]: unknown } | null): void {
  if (typeof options !== "object" || options === null) throw new TypeError("options must be an object");
  const { sessionId = "", approve, maximumBytes, sendAttachments = true, onProgress } = options;
  encodeToolResult({ content: null }, { maximumBytes: maximumBytes as number | undefined });
  if (typeof sessionId !== "string") throw new TypeError("sessionId must be a string");
  if (typeof sendAttachments !== "boolean") throw new TypeError("sendAttachments must be a boolean");
  if (approve !== undefined && approve !== "writes" && typeof approve !== "function") {
    throw new TypeError('approve must be "writes" or a function');
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new TypeError("onProgress must be a function");
  }
}

function toAiSdkTool(
  registry: ToolRegistry,
  definition: ToolDefinition<JsonSchema>,
  { sessionId = "", approve, maximumBytes, sendAttachments = true, onProgress }: AiSdkToolsOptions,
): Tool<unknown, AiSdkToolOutput> {
  const { name, description, parameters, annotations } = definition;
  return {
    description,
    ...(annotations?.title !== undefined && { title: annotations.title }),
    inputSchema: jsonSchema(parameters as JSONSchema7),
    ...(approve === "writes" && { needsApproval: annotations?.readOnly !== true }),
    ...(typeof approve === "function" && {
      async needsApproval(input) {
        let call: CheckedToolCall;
        try {
          call = await registry.check({ name, arguments: jsonOf(input) });
        } catch (error) {
          // A refused call runs nothing, and its execution says why. What could not be checked might run later.
          return !ToolError.is(error, "TOOL_INVALID_ARGUMENTS");
        }
        return approve(definition, call.arguments);
      },
    }),
    async execute(input, { toolCallId, messages, abortSignal }) {
      try {
        const result = await registry.dispatch(
          { id: toolCallId, name, arguments: jsonOf(input) },
          {
            sessionId,
            turnId: turnIdOf(messages),
            ...(abortSignal && { signal: abortSignal }),
            ...(onProgress && { reportProgress: (progress) => onProgress({ name, callId: toolCallId }, progress) }),
          },
        );
        // What cannot be encoded must fail here, where it is the failure of this call alone.
        encodeToolResult(result, { maximumBytes });
        return toAiSdkToolOutput(result);
      } catch (error) {
        throw shownError(error);
      }
    },
    toModelOutput: ({ output }) => toModelOutput(output, maximumBytes, sendAttachments),
  };
}

/** The SDK has parsed the model's text. A registry would take a string for such a text, and parse it once more. */
function jsonOf(input: unknown): unknown {
  return typeof input === "string" ? JSON.stringify(input) : input;
}

/** The error itself, or, as the SDK shows the model its message, one whose message is fit for that. */
function shownError(error: unknown): Error {
  const text = describeToolError(error);
  if (error instanceof Error && error.message === text) return error;
  if (ToolError.is(error)) return new ToolError(error.code, text, { tool: error.tool, cause: error });
  return new Error(text, { cause: error });
}
