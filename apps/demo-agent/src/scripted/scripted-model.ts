import type {
  LanguageModelV3,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolResultOutput,
  LanguageModelV3Usage,
} from "@ai-sdk/provider";
import { doTask } from "./jobs.js";
import type { Outcome, Reply } from "./script.js";

const unknownUsage: LanguageModelV3Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/**
 * A model that follows a script instead of thinking. It stands behind the same interface as a real one and, like one,
 * knows nothing but the conversation: each reply is worked out anew from the task and the tool results in it.
 */
export function createScriptedModel(): LanguageModelV3 {
  return {
    specificationVersion: "v3",
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const { content, finishReason } = replyTo(prompt);
      return { content, finishReason, usage: unknownUsage, warnings: [] };
    },
    async doStream({ prompt }) {
      const { content, finishReason } = replyTo(prompt);
      const parts: LanguageModelV3StreamPart[] = [{ type: "stream-start", warnings: [] }];
      for (const part of content) {
        if (part.type === "text") {
          parts.push({ type: "text-start", id: "text" }, { type: "text-delta", id: "text", delta: part.text });
          parts.push({ type: "text-end", id: "text" });
        } else if (part.type === "tool-call") parts.push(part);
      }
      parts.push({ type: "finish", finishReason, usage: unknownUsage });
      return { stream: ReadableStream.from<LanguageModelV3StreamPart>(parts) };
    },
  };
}

function replyTo(prompt: LanguageModelV3Prompt): {
  content: LanguageModelV3Content[];
  finishReason: LanguageModelV3FinishReason;
} {
  const { text, calls } = nextReply(prompt);
  const said: LanguageModelV3Content[] = text === "" ? [] : [{ type: "text", text }];
  const called = calls.map(({ name, arguments: input }, index): LanguageModelV3Content => {
    return {
      type: "tool-call",
      toolCallId: `call-${prompt.length}-${index}`,
      toolName: name,
      input: JSON.stringify(input),
    };
  });
  const unified = calls.length > 0 ? "tool-calls" : "stop";
  return { content: [...said, ...called], finishReason: { unified, raw: undefined } };
}

/** Runs the script from the user's last message on, sending it every outcome so far. */
function nextReply(prompt: LanguageModelV3Prompt): Reply {
  const start = prompt.findLastIndex(({ role }) => role === "user");
  const user = prompt[start];
  const task =
    user?.role === "user" ? user.content.map((part) => (part.type === "text" ? part.text : "")).join("") : "";
  const script = doTask(task);
  let step = script.next();
  for (const message of prompt.slice(start + 1)) {
    if (step.done === true || message.role !== "assistant") continue;
    const ids = message.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
    step = script.next(ids.map((id) => outcomeOf(prompt, id)));
  }
  return step.done === true ? { text: step.value, calls: [] } : step.value;
}

function outcomeOf(prompt: LanguageModelV3Prompt, id: string): Outcome {
  for (const message of prompt) {
    if (message.role !== "tool") continue;
    for (const part of message.content) {
      if (part.type === "tool-result" && part.toolCallId === id) return readOutput(part.output);
    }
  }
  return { isError: true, text: "there is no result", value: undefined };
}

function readOutput(output: LanguageModelV3ToolResultOutput): Outcome {
  switch (output.type) {
    case "json":
      return { isError: false, text: "", value: output.value };
    case "text":
      return { isError: false, text: output.value, value: parse(output.value) };
    case "content": {
      const text = output.value.map((part) => (part.type === "text" ? part.text : "")).join("");
      return { isError: false, text, value: parse(text) };
    }
    case "error-text":
      return { isError: true, text: output.value, value: undefined };
    case "error-json":
      return { isError: true, text: JSON.stringify(output.value), value: undefined };
    case "execution-denied":
      return { isError: true, text: output.reason ?? "denied", value: undefined };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
