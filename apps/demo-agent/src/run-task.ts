import { explainInvalidToolCall } from "@x/ai-sdk";
import { type ModelMessage, streamText } from "ai";
import type { StopReason } from "./agent-event.js";
import { type Session, sessionTools } from "./session.js";
import { systemPrompt } from "./system-prompt.js";

/**
 * Works on one task of the user's until the model has nothing more to call, a limit is reached, or `signal` aborts.
 * Every turn that changes a file can be undone. Emits why it stopped, and never rejects.
 */
export async function runTask(session: Session, task: string, signal: AbortSignal): Promise<StopReason> {
  const { emit, limits } = session;
  const deadline = AbortSignal.timeout(limits.seconds * 1000);
  const first = session.turn;
  const stop = (reason: StopReason, message = "") => {
    emit({ type: "stop", reason, turns: session.turn - first, message });
    return reason;
  };
  emit({ type: "task", text: task });
  session.messages.push({ role: "user", content: task });
  while (session.turn - first < limits.turns) {
    try {
      const goesOn = await takeTurn(session, AbortSignal.any([signal, deadline]));
      if (!goesOn) return stop("done");
    } catch (error) {
      // The reply that was cut off is not part of the conversation; what its tools did is still in the workspace.
      session.messages.push({ role: "assistant", content: "(This reply was interrupted.)" });
      if (signal.aborted) return stop("interrupted");
      if (deadline.aborted) return stop("time", `the limit of ${limits.seconds} seconds is reached`);
      return stop("failed", error instanceof Error ? error.message : String(error));
    }
  }
  return stop("turns", `the limit of ${limits.turns} turns is reached`);
}

/** One reply of the model and its tool calls. Resolves to whether the model wants to go on. */
async function takeTurn(session: Session, signal: AbortSignal): Promise<boolean> {
  const { emit } = session;
  const before = await session.workspace.snapshot();
  Object.assign(session, { turn: session.turn + 1, calls: 0, changed: false });
  try {
    const result = streamText({
      model: session.model,
      system: systemPrompt,
      messages: session.messages,
      tools: sessionTools(session),
      abortSignal: signal,
      experimental_repairToolCall: explainInvalidToolCall,
      // Failures reach the stream, which this loop reads; without this the SDK also prints them.
      onError: () => undefined,
    });
    for await (const part of result.fullStream) {
      if (part.type === "text-delta") emit({ type: "text", delta: part.text });
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw signal.reason;
    }
    const [response, usage, finishReason] = await Promise.all([result.response, result.usage, result.finishReason]);
    session.messages.push(...(response.messages as ModelMessage[]));
    const { inputTokens, outputTokens } = usage;
    if (inputTokens !== undefined && outputTokens !== undefined) {
      emit({ type: "usage", turn: session.turn, inputTokens, outputTokens });
    }
    return finishReason === "tool-calls";
  } finally {
    if (session.changed) session.undo.push(before);
  }
}
