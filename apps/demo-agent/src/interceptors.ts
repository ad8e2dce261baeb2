import { describeToolError, ToolError, type ToolInterceptor } from "@x/tools";
import { isGitName } from "./is-git-name.js";
import type { Session } from "./session.js";

const readOnlyTools = new Set(["read_file", "list_files", "grep", "glob", "search", "todo_write"]);

/** Refuses the calls of one reply that are past the limit. */
export function limitCalls(session: Session): ToolInterceptor {
  return (call, _environment, next) => {
    if (countCall(session)) return next();
    session.told.add(call.id ?? "");
    const message = `at most ${session.limits.toolCalls} tool calls in one reply; make this one in the next`;
    throw new ToolError("TOOL_DENIED", message, { tool: call.name });
  };
}

/** Tells what every call did, and keeps the plan and what a turn changed. */
export function trace(session: Session): ToolInterceptor {
  return (...call) => {
    const running = traced(session, ...call);
    session.running.push(running);
    return running;
  };
}

async function traced(session: Session, ...[call, environment, next]: Parameters<ToolInterceptor>) {
  const { emit, turn } = session;
  const target = targetOf(call.arguments);
  const start = performance.now();
  const done = (outcome: string, isError: boolean) => {
    const milliseconds = Math.round((performance.now() - start) * 10) / 10;
    emit({ type: "tool", turn, name: call.name, target, milliseconds, outcome, isError });
  };
  const changed = () => !readOnlyTools.has(call.name) && session.changed.add(target);
  try {
    const result = await next();
    done(result.display ?? "", false);
    changed();
    if (call.name === "todo_write") {
      session.plan = (result.content as { todos: Session["plan"] }).todos;
      emit({ type: "plan", todos: session.plan, whole: false });
    }
    return result;
  } catch (error) {
    session.told.add(call.id ?? "");
    // Nobody waits for a stopped call: it may have changed something all the same.
    if (environment.signal.aborted) changed();
    done(environment.signal.aborted ? "stopped" : describeToolError(error), true);
    throw error;
  }
}

/** Git runs what stands in its directory; the agent may read there, and change nothing. */
export const keepOutOfGit: ToolInterceptor = (call, _environment, next) => {
  const { path, source, destination } = call.arguments;
  const paths = readOnlyTools.has(call.name) ? [] : [path, source, destination];
  const denied = paths.find((one) => typeof one === "string" && one.split("/").some(isGitName));
  if (denied === undefined) return next();
  const message = `${JSON.stringify(denied)} belongs to Git, and only the user changes it; choose another path`;
  throw new ToolError("TOOL_DENIED", message, { tool: call.name });
};

/** A file with a NUL counts as binary: its diff would show nothing. */
export const keepReviewable: ToolInterceptor = (call, _environment, next) => {
  if (readOnlyTools.has(call.name) || !holdsNul(call.arguments)) return next();
  const message = "a NUL character would keep the user from seeing what changes; leave it out";
  throw new ToolError("TOOL_DENIED", message, { tool: call.name });
};

function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return typeof value === "object" && value !== null && Object.values(value).some(holdsNul);
}

/** Tells of a call that no interceptor sees: of an unknown tool, or with arguments that are refused. */
export function tellRefused(
  session: Session,
  call: { id: string; name: string; input: unknown; error: unknown },
): void {
  const { emit, turn, told } = session;
  if (told.delete(call.id) || !countCall(session)) return;
  const target = targetOf(Object(call.input) as Record<string, unknown>);
  const outcome = describeToolError(call.error);
  emit({ type: "tool", turn, name: call.name, target, milliseconds: 0, outcome, isError: true });
}

/** Counts one more call of this reply: whether it is within the limit. */
function countCall(session: Session): boolean {
  session.calls += 1;
  return session.calls <= session.limits.toolCalls;
}

/** The argument that says best what a call is about. */
function targetOf(args: Readonly<Record<string, unknown>>): string {
  const { source, destination, path, pattern, query, directory } = args;
  if (typeof source === "string" && typeof destination === "string") return `${source} -> ${destination}`;
  return [path, pattern, query, directory].find((value) => typeof value === "string") ?? "";
}
