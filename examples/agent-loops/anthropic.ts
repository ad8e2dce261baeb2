import { randomUUID } from "node:crypto";
import type { ToolAttachment } from "@x/tools";
import type { AgentOptions } from "./agent-options.js";
import { postJson } from "./post-json.js";

type Block =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: object }
  | { type: "thinking" | "redacted_thinking" };
interface Message {
  stop_reason: string;
  content: Block[];
}

/** An agent over Anthropic's messages. Resolves with the model's last text. */
export async function runAgent(options: AgentOptions): Promise<string> {
  const { registry, apiKey, model, prompt, maximumTurns = 50 } = options;
  const { baseUrl = "https://api.anthropic.com/v1", signal = new AbortController().signal } = options;
  const headers = { "x-api-key": apiKey, "anthropic-version": "2023-06-01" };
  const tools = registry.definitions().map(({ name, description, parameters }) => {
    return { name, description, input_schema: parameters };
  });
  const messages: unknown[] = [{ role: "user", content: prompt }];
  for (let turn = 0; turn < maximumTurns; turn += 1) {
    const body = { model, max_tokens: 16_000, messages, tools };
    const { content, stop_reason } = (await postJson(`${baseUrl}/messages`, headers, body, signal)) as Message;
    // Its last call may then lack a part of what was to be written.
    if (stop_reason === "max_tokens") throw new Error("the model's answer was cut at its token limit");
    const calls = content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) return content.map((block) => (block.type === "text" ? block.text : "")).join("");
    const turnId = randomUUID();
    const results = calls.map(async ({ id, name, input }) => {
      const { text, isError, result } = await registry.run({ id, name, arguments: input }, { turnId, signal });
      const shown = [{ type: "text", text }, ...(result?.attachments ?? []).flatMap(toBlock)];
      return { type: "tool_result", tool_use_id: id, is_error: isError, content: shown };
    });
    messages.push({ role: "assistant", content }, { role: "user", content: await Promise.all(results) });
  }
  throw new Error(`the model was not done after ${maximumTurns} turns`);
}

const kinds: Readonly<Record<string, string>> = {
  "image/png": "image",
  "image/jpeg": "image",
  "image/gif": "image",
  "image/webp": "image",
  "application/pdf": "document",
};

/** Whatever else a tool attaches, the format cannot take. */
function toBlock({ mediaType, data }: ToolAttachment) {
  const type = kinds[mediaType];
  if (type === undefined) return [];
  return [{ type, source: { type: "base64", media_type: mediaType, data: Buffer.from(data).toString("base64") } }];
}
