import { randomUUID } from "node:crypto";
import type { AgentOptions } from "./agent-options.js";
import { postJson } from "./post-json.js";

interface Completion {
  choices: {
    finish_reason: string;
    message: {
      content?: string | null;
      tool_calls?: { id: string; function: { name: string; arguments: string } }[] | null;
    };
  }[];
}

/** An agent over OpenAI's chat completions. Resolves with the model's last text. */
export async function runAgent(options: AgentOptions): Promise<string> {
  const { registry, apiKey, model, prompt, maximumTurns = 50 } = options;
  const { baseUrl = "https://api.openai.com/v1", signal = new AbortController().signal } = options;
  const headers = { authorization: `Bearer ${apiKey}` };
  const tools = registry.definitions().map(({ name, description, parameters }) => {
    return { type: "function", function: { name, description, parameters } };
  });
  const messages: unknown[] = [{ role: "user", content: prompt }];
  for (let turn = 0; turn < maximumTurns; turn += 1) {
    const answer = await postJson(`${baseUrl}/chat/completions`, headers, { model, messages, tools }, signal);
    const [choice] = (answer as Completion).choices;
    if (choice === undefined) throw new Error("the model gave no answer");
    const { message, finish_reason } = choice;
    if (finish_reason === "length") throw new Error("the model's answer was cut at its token limit");
    if (!message.tool_calls?.length) return message.content ?? "";
    const turnId = randomUUID();
    const results = message.tool_calls.map(async ({ id, function: call }) => {
      const { text } = await registry.run({ id, name: call.name, arguments: call.arguments }, { turnId, signal });
      return { role: "tool", tool_call_id: id, content: text };
    });
    messages.push(message, ...(await Promise.all(results)));
  }
  throw new Error(`the model was not done after ${maximumTurns} turns`);
}
