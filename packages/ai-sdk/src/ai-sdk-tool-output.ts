import type { ToolResult } from "@x/tools";

/**
 * The whole result of a call, for the application, in the `output` of its tool result part. It is JSON as far as
 * `content` is, so that it can be streamed to a browser and stored with the messages.
 */
export interface AiSdkToolOutput {
  readonly content: unknown;
  /** A text for people. */
  readonly display?: string;
  readonly attachments?: readonly AiSdkAttachment[];
}

export interface AiSdkAttachment {
  readonly mediaType: string;
  /** The bytes in Base64. */
  readonly data: string;
}

export function toAiSdkToolOutput({ content, display, attachments }: ToolResult): AiSdkToolOutput {
  return {
    content: content ?? null,
    ...(display !== undefined && { display }),
    ...(attachments !== undefined && {
      attachments: attachments.map(({ mediaType, data }) => ({
        mediaType,
        data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64"),
      })),
    }),
  };
}
