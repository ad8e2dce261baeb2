import type { LanguageModelV3 } from "@ai-sdk/provider";
import { toAiSdkTools } from "@x/ai-sdk";
import { registerPlanTool } from "@x/plan";
import { createToolRegistry } from "@x/tools";
import { registerVfsTools } from "@x/vfs-tools";
import type { ModelMessage, ToolSet } from "ai";
import type { AgentEvent, Emit } from "./agent-event.js";
import { keepOutOfGit, keepReviewable, limitCalls, trace } from "./interceptors.js";
import type { Limits } from "./options.js";
import type { Workspace, WorkspaceSnapshot } from "./workspace.js";

/** What goes on from task to task: the conversation, the plan, and the states that undo goes back to. */
export interface Session {
  readonly model: LanguageModelV3;
  readonly workspace: Workspace;
  readonly limits: Limits;
  readonly emit: Emit;
  readonly messages: ModelMessage[];
  /** For each turn that changed something: the state before, and what its calls were about. */
  readonly undo: { readonly before: WorkspaceSnapshot; readonly changed: readonly string[] }[];
  plan: Extract<AgentEvent, { type: "plan" }>["todos"];
  /** The turn that runs now, counted over the session. */
  turn: number;
  /** Calls that this turn has made, those past the limit too. */
  calls: number;
  /** What the calls of this turn changed. */
  changed: Set<string>;
  /** Failed calls of this turn that were told of. */
  told: Set<string>;
  /** The calls of this turn: they may go on for a moment after it was stopped. */
  running: Promise<unknown>[];
  /** Whether a task did not end by itself, so that its changes may be half of what was meant. */
  isCut: boolean;
}

export function createSession(fixed: Pick<Session, "model" | "workspace" | "limits" | "emit">): Session {
  const turn = { turn: 0, calls: 0, changed: new Set<string>(), told: new Set<string>(), running: [] };
  return { ...fixed, ...turn, messages: [], undo: [], plan: [], isCut: false };
}

/** The tools over what the workspace holds now. */
export function sessionTools(session: Session): ToolSet {
  const registry = createToolRegistry({
    repairArguments: true,
    callTimeoutMs: 60_000,
    intercept: [limitCalls(session), trace(session), keepOutOfGit, keepReviewable],
  });
  registerVfsTools(registry, { storage: session.workspace.storage });
  registerPlanTool(registry);
  return toAiSdkTools(registry, {
    sessionId: "demo",
    // These endpoints know no images in tool results, and would get them as text.
    sendAttachments: !session.model.provider.startsWith("compatible"),
    onProgress({ name }, { progress, total, message = "" }) {
      const done = total === undefined ? String(progress) : `${progress}/${total}`;
      session.emit({ type: "progress", name, message: `${done} ${message}`.trim() });
    },
  });
}
