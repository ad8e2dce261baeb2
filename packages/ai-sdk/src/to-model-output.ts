import { describeToolError, encodeToolResult } from "@x/tools";
import type { Tool } from "ai";
import type { AiSdkAttachment, AiSdkToolOutput } from "./ai-sdk-tool-output.js";

type ModelOutput = Awaited<ReturnType<NonNullable<Tool["toModelOutput"]>>>;

/**
 * What the model sees of an output: its content as bounded JSON, with the attachments as image and file parts. Never
 * throws: the output may come from messages that were stored, by whatever version of the application.
 */
export function toModelOutput(
  output: AiSdkToolOutput,
  maximumBytes: number | undefined,
  sendAttachments: boolean,
): ModelOutput {
  try {
    const { text } = encodeToolResult(output, { maximumBytes });
    const attachments = sendAttachments ? (output.attachments ?? []) : [];
    if (attachments.length === 0) return { type: "text", value: text };
    const textPart = { type: "text" as const, text };
    return { type: "content", value: [textPart, ...attachments.map(toPart)] };
  } catch (error) {
    return { type: "error-text", value: describeToolError(error) };
  }
}

function toPart({ mediaType, data }: AiSdkAttachment) {
  const type = mediaType.startsWith("image/") ? ("image-data" as const) : ("file-data" as const);
  return { type, data, mediaType };
}
