import { randomUUID } from "node:crypto";
import type { AgentOptions } from "./agent-options.js";
import { postJson } from "./post-json.js";

interface Part {
  text?: string;
  thought?: boolean;
  functionCall?: { id?: string; name: string; args?: object };
}
interface Answer {
  candidates?: { finishReason: string; content?: { role: string; parts?: Part[] } }[];
  promptFeedback?: { blockReason?: string };
}

/** An agent over Gemini's generateContent. Resolves with the model's last text. */
export async function runAgent(options: AgentOptions): Promise<string> {
  const { registry, apiKey, model, prompt, maximumTurns = 50 } = options;
  const { baseUrl = "https://generativelanguage.googleapis.com/v1beta", signal = new AbortController().signal } =
    options;
  const url = `${baseUrl}/models/${model}:generateContent`;
  const functionDeclarations = registry.definitions().map(({ name, description, parameters }) => {
    return { name, description, parametersJsonSchema: parameters };
  });
  const contents: unknown[] = [{ role: "user", parts: [{ text: prompt }] }];
  for (let turn = 0; turn < maximumTurns; turn += 1) {
    const body = { contents, tools: [{ functionDeclarations }] };
    const answer = (await postJson(url, { "x-goog-api-key": apiKey }, body, signal)) as Answer;
    const { content, finishReason = answer.promptFeedback?.blockReason } = answer.candidates?.[0] ?? {};
    if (finishReason !== "STOP") throw new Error(`the model gave no complete answer: ${finishReason ?? "no reason"}`);
    const parts = content?.parts ?? [];
    const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
    if (calls.length === 0) return parts.map(({ text = "", thought }) => (thought === true ? "" : text)).join("");
    const turnId = randomUUID();
    const results = calls.map(async ({ id, name, args }) => {
      const { text, isError } = await registry.run({ id, name, arguments: args }, { turnId, signal });
      return { functionResponse: { id, name, response: isError ? { error: text } : { output: text } } };
    });
    // The content goes back as it came: its parts carry signatures that the model wants to see again.
    contents.push(content, { role: "user", parts: await Promise.all(results) });
  }
  throw new Error(`the model was not done after ${maximumTurns} turns`);
}
