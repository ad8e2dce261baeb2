import type { LanguageModelV3Content, LanguageModelV3GenerateResult } from "@ai-sdk/provider";
import { MockLanguageModelV3 } from "ai/test";

type Reply = readonly LanguageModelV3Content[];

/** A model that gives these replies, one after the other. */
export function mockModel(...replies: readonly Reply[]): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: replies.map((content): LanguageModelV3GenerateResult => {
      const calls = content.some(({ type }) => type === "tool-call");
      return {
        content: [...content],
        finishReason: { unified: calls ? "tool-calls" : "stop", raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    }),
  });
}

export function callOf(toolName: string, input: unknown, toolCallId = "c1"): LanguageModelV3Content {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  return { type: "tool-call", toolCallId, toolName, input: text };
}

export const done: Reply = [{ type: "text", text: "done" }];

/** What the model was shown of the calls before, by their ids. */
export function shownTo(model: MockLanguageModelV3, request = -1): Record<string, unknown> {
  const prompt = model.doGenerateCalls.at(request)!.prompt;
  const results = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  return Object.fromEntries(
    results.flatMap((part) => (part.type === "tool-result" ? [[part.toolCallId, part.output] as const] : [])),
  );
}
