export type { AiSdkAttachment, AiSdkToolOutput } from "./ai-sdk-tool-output.js";
export { explainInvalidToolCall } from "./explain-invalid-tool-call.js";
export { type AiSdkTools, type AiSdkToolsOptions, toAiSdkTools } from "./to-ai-sdk-tools.js";
