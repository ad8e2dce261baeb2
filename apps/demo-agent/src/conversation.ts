import { homedir } from "node:os";
import { VfsError } from "@x/vfs";
import type { Emit, StopReason } from "./agent-event.js";
import { parsePlace } from "./options.js";
import { runTask } from "./run-task.js";
import type { Session } from "./session.js";
import { showChanges } from "./show-changes.js";
import { UsageError } from "./usage-error.js";
import type { UserInput } from "./user-input.js";

const help = [
  "/plan shows the plan, /diff [PATH] the changes, /undo takes back the last step,",
  "/mount NAME=PATH adds a directory, /quit ends; anything else is for the agent.",
];

/**
 * Reads lines until the input ends or the user quits, and lets the agent work on each. Resolves to why a task stopped
 * before its end, if the user did not stop it.
 */
export async function converse(session: Session, user: UserInput, cwd: string): Promise<StopReason> {
  const { emit } = session;
  let reason: StopReason = "done";
  const notice = (message: string) => emit({ type: "notice", message });
  help.forEach(notice);
  const lines = user.lines();
  const input = { isOpen: true };
  lines.once("close", () => (input.isOpen = false));
  lines.prompt();
  for await (const line of lines) {
    if (user.hasQuit) break;
    const [, command, rest = ""] = /^\/(\w+)(?:\s+(.*))?$/s.exec(line.trim()) ?? [];
    if (command === "quit" && rest === "") break;
    if (command === undefined) {
      const task = line.trim();
      const end = task === "" ? "done" : await user.interruptible((signal) => runTask(session, task, signal));
      if (end !== "done" && end !== "interrupted") reason = end;
    } else if (command === "plan") {
      emit({ type: "plan", todos: session.plan, whole: true });
      if (session.plan.length === 0) notice("There is no plan yet.");
    } else if (command === "diff") {
      const shown = await showChanges(session, rest === "" ? { whole: false } : { whole: true, paths: [rest] });
      if (shown.length === 0) notice(rest === "" ? "No file was changed." : "This file was not changed.");
    } else if (command === "undo") {
      await orError(emit, undo(session));
    } else if (command === "mount") {
      await orError(emit, mount(session, rest, cwd));
    } else {
      help.forEach(notice);
    }
    // Piped input has ended long before its last line is answered.
    if (input.isOpen) lines.prompt();
  }
  return user.hasQuit ? "interrupted" : reason;
}

async function undo({ workspace, undo, messages, emit }: Session): Promise<void> {
  const step = undo.at(-1);
  if (step === undefined) return emit({ type: "notice", message: "There is nothing to undo." });
  await workspace.restore(step.before);
  undo.pop();
  messages.push({ role: "user", content: "(I took back the changes of your last step.)" });
  emit({ type: "notice", message: `The last step is undone: ${step.changed.join(", ")}` });
}

async function mount({ workspace, emit }: Session, text: string, cwd: string): Promise<void> {
  if (text === "") throw new UsageError("/mount takes NAME=PATH");
  // No shell stands between, which would put the home directory there.
  const place = parsePlace(text.replace(/(?<=^|=)~(?=[/\\]|$)/, homedir), cwd);
  await workspace.add(place);
  emit({ type: "notice", message: `The agent finds it under ${place.name}/` });
}

/** A wrong command ends no conversation. */
async function orError(emit: Emit, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof UsageError) && !VfsError.is(error)) throw error;
    emit({ type: "error", message: error.message });
  }
}
