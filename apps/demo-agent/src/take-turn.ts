import { explainInvalidToolCall } from "@x/ai-sdk";
import { type FinishReason, type ModelMessage, streamText } from "ai";
import { tellRefused } from "./interceptors.js";
import { type Session, sessionTools } from "./session.js";
import { systemPrompt } from "./system-prompt.js";

/** What one reply may hold: nobody reads more, and it is all kept in memory. */
const maximum = { text: 1024 * 1024, arguments: 4 * 1024 * 1024, calls: 2_000 };

const names = { text: "1 MiB of text", arguments: "4 MiB of tool arguments", calls: "2,000 tool calls" };

const cuts: Partial<Record<FinishReason, string>> = {
  length: "the reply was cut off at the longest that the provider lets it be",
  "content-filter": "the reply was cut off by the provider's content filter",
  error: "the provider ended the reply with an error",
};

/** Why the reply is not whole; a reason that nobody knows may mean that too. */
function cutOf(reason: FinishReason, raw: string | undefined): string | undefined {
  // Some providers say so of a reply that has come to its end.
  if (reason === "stop" || reason === "tool-calls" || raw === "eos") return undefined;
  return cuts[reason] ?? `the provider ended the reply for a reason that is not known: ${raw ?? reason}`;
}

export interface Turn {
  /** How many tools the model called: as long as it calls some, it is to see what they gave. */
  readonly calls: number;
  /** Why the reply is not whole. */
  readonly cut: string | undefined;
}

/** One reply of the model and its tool calls. Rejects where the reply ends early. */
export async function takeTurn(session: Session, signal: AbortSignal): Promise<Turn> {
  const { emit, limits } = session;
  const before = await session.workspace.snapshot();
  Object.assign(session, { turn: session.turn + 1, calls: 0, changed: new Set(), told: new Set(), running: [] });
  const reply = new AbortController();
  const count = boundReply();
  try {
    const result = streamText({
      model: session.model,
      system: systemPrompt,
      messages: session.messages,
      tools: sessionTools(session),
      abortSignal: AbortSignal.any([signal, reply.signal]),
      experimental_repairToolCall: explainInvalidToolCall,
      // Failures reach the stream, which this loop reads; without this the SDK also prints them.
      onError: () => undefined,
    });
    for await (const part of result.fullStream) {
      if (part.type === "text-delta") emit({ type: "text", delta: part.text });
      if (part.type === "text-delta" || part.type === "reasoning-delta") count("text", part.text.length);
      if (part.type === "tool-input-delta") count("arguments", part.delta.length);
      if (part.type === "tool-input-start") count("calls", 1);
      if (part.type === "tool-error") {
        tellRefused(session, { ...part, id: part.toolCallId, name: part.toolName });
      }
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw signal.reason;
    }
    const [response, usage] = await Promise.all([result.response, result.usage]);
    session.messages.push(...(response.messages as ModelMessage[]));
    const { inputTokens, outputTokens } = usage;
    if (inputTokens !== undefined && outputTokens !== undefined) {
      emit({ type: "usage", turn: session.turn, inputTokens, outputTokens });
    }
    return { calls: session.calls, cut: cutOf(await result.finishReason, await result.rawFinishReason) };
  } finally {
    // Ends the request where the loop was left early.
    reply.abort();
    await Promise.allSettled(session.running);
    const skipped = session.calls - limits.toolCalls;
    if (skipped > 0) emit({ type: "skipped", turn: session.turn, calls: skipped });
    if (session.changed.size > 0) session.undo.push({ before, changed: [...session.changed] });
  }
}

function boundReply(): (kind: keyof typeof maximum, more: number) => void {
  const counts = { text: 0, arguments: 0, calls: 0 };
  return (kind, more) => {
    counts[kind] += more;
    if (counts[kind] > maximum[kind]) throw new Error(`the reply was stopped: it has more than ${names[kind]}`);
  };
}
