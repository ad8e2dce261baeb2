import type { CallToolRequest, CallToolResult, ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import type { ToolRegistry, ToolResult } from "@x/tools";

interface CallContext {
  readonly sessionId: string;
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly sendNotification: (notification: ServerNotification) => Promise<void>;
}

type Content = CallToolResult["content"][number];
type Attachment = NonNullable<ToolResult["attachments"]>[number];

/** Runs one call and gives its outcome as MCP's result; never rejects. */
export async function callTool(
  registry: ToolRegistry,
  { name, arguments: args, _meta }: CallToolRequest["params"],
  { sessionId, callId, signal, sendNotification }: CallContext,
): Promise<CallToolResult & { isError: boolean }> {
  const progressToken = _meta?.progressToken;
  const outcome = await registry.run(
    { id: callId, name, ...(args !== undefined && { arguments: args }) },
    {
      sessionId,
      callId,
      signal,
      reportProgress({ progress, total, message }) {
        if (progressToken === undefined || !Number.isFinite(progress)) return;
        const params = {
          progressToken,
          progress,
          ...(Number.isFinite(total) && { total }),
          ...(typeof message === "string" && { message }),
        };
        // Progress for a client that has gone is no failure of the call.
        sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
      },
    },
  );
  const attachments = (outcome.result?.attachments ?? []).map((one, index) => toContent(one, `${callId}/${index}`));
  return { content: [{ type: "text", text: outcome.text }, ...attachments], isError: outcome.isError };
}

function toContent({ mediaType, data }: Attachment, id: string): Content {
  const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
  const [kind] = mediaType.split("/");
  if (kind === "image" || kind === "audio") return { type: kind, data: base64, mimeType: mediaType };
  return { type: "resource", resource: { uri: `attachment:///${id}`, mimeType: mediaType, blob: base64 } };
}
