import type { StopReason } from "./agent-event.js";
import { describeFailure } from "./describe-failure.js";
import type { Session } from "./session.js";
import { takeTurn } from "./take-turn.js";

/**
 * Works on one task of the user's until the model has nothing more to call, a limit is reached, or `signal` aborts.
 * Every turn that changes a file can be undone. Emits why it stopped, and never rejects.
 */
export async function runTask(session: Session, task: string, signal: AbortSignal): Promise<StopReason> {
  const { emit, limits } = session;
  const deadline = AbortSignal.timeout(limits.seconds * 1000);
  const first = session.turn;
  const stop = (reason: StopReason, message = "") => {
    if (reason !== "done") session.isCut = true;
    emit({ type: "stop", reason, turns: session.turn - first, message });
    return reason;
  };
  emit({ type: "task", text: task });
  session.messages.push({ role: "user", content: task });
  while (session.turn - first < limits.turns) {
    try {
      const { cut, calls } = await takeTurn(session, AbortSignal.any([signal, deadline]));
      if (cut !== undefined) return stop("cut", cut);
      if (calls === 0) return stop("done");
    } catch (error) {
      // The reply that was cut off is not part of the conversation; what its tools did is still in the workspace.
      session.messages.push({ role: "assistant", content: "(This reply was interrupted.)" });
      if (signal.aborted) return stop("interrupted");
      if (deadline.aborted) return stop("time", `the limit of ${limits.seconds} seconds is reached`);
      return stop("failed", describeFailure(error));
    }
  }
  return stop("turns", `the limit of ${limits.turns} turns is reached`);
}
