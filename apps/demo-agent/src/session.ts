import type { LanguageModelV3 } from "@ai-sdk/provider";
import { toAiSdkTools } from "@x/ai-sdk";
import { registerPlanTool } from "@x/plan";
import { createToolRegistry, ToolError, type ToolInterceptor } from "@x/tools";
import { registerVfsTools } from "@x/vfs-tools";
import type { ModelMessage, ToolSet } from "ai";
import type { AgentEvent, Emit } from "./agent-event.js";
import type { Limits } from "./options.js";
import type { Workspace, WorkspaceSnapshot } from "./workspace.js";

/** What goes on from task to task: the conversation, the plan, and the states that undo goes back to. */
export interface Session {
  readonly model: LanguageModelV3;
  readonly workspace: Workspace;
  readonly limits: Limits;
  readonly emit: Emit;
  readonly messages: ModelMessage[];
  readonly undo: WorkspaceSnapshot[];
  plan: Extract<AgentEvent, { type: "plan" }>["todos"];
  /** The turn that runs now, counted over the session. */
  turn: number;
  /** Calls that this turn has made, and whether one of them changed a file. */
  calls: number;
  changed: boolean;
}

export function createSession(fixed: Pick<Session, "model" | "workspace" | "limits" | "emit">): Session {
  return { ...fixed, messages: [], undo: [], plan: [], turn: 0, calls: 0, changed: false };
}

/** The tools over what the workspace holds now. */
export function sessionTools(session: Session): ToolSet {
  const registry = createToolRegistry({
    repairArguments: true,
    callTimeoutMs: 60_000,
    intercept: [limitCalls(session), trace(session)],
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

function limitCalls(session: Session): ToolInterceptor {
  const { toolCalls } = session.limits;
  return (call, _environment, next) => {
    session.calls += 1;
    if (session.calls <= toolCalls) return next();
    throw new ToolError("TOOL_DENIED", `at most ${toolCalls} tool calls in one reply; make this one in the next`, {
      tool: call.name,
    });
  };
}

const readOnlyTools = new Set(["read_file", "list_files", "grep", "glob", "search", "todo_write"]);

/** Tells what every call did, and keeps the plan and whether a file changed. */
function trace(session: Session): ToolInterceptor {
  return async (call, environment, next) => {
    const { emit, turn } = session;
    const start = performance.now();
    const done = (outcome: string, isError: boolean) => {
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      emit({ type: "tool", turn, name: call.name, target: targetOf(call.arguments), milliseconds, outcome, isError });
    };
    try {
      const result = await next();
      done(result.display ?? "", false);
      if (!readOnlyTools.has(call.name)) session.changed = true;
      if (call.name === "todo_write") {
        session.plan = (result.content as Pick<Session, "plan"> & { todos: Session["plan"] }).todos;
        emit({ type: "plan", todos: session.plan });
      }
      return result;
    } catch (error) {
      done(environment.signal.aborted ? "stopped" : (error as Error).message, true);
      throw error;
    }
  };
}

/** The argument that says best what a call is about. */
function targetOf(args: Readonly<Record<string, unknown>>): string {
  const { source, destination, path, pattern, query, directory } = args;
  if (typeof source === "string" && typeof destination === "string") return `${source} -> ${destination}`;
  return [path, pattern, query, directory].find((value) => typeof value === "string") ?? "";
}
