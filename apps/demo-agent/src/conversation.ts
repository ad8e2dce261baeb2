import { parsePlace } from "./options.js";
import { runTask } from "./run-task.js";
import type { Session } from "./session.js";
import { showChanges } from "./show-changes.js";
import type { UserInput } from "./user-input.js";

const help = [
  "/plan shows the plan, /diff [PATH] the changes, /undo takes back the last step,",
  "/mount NAME=PATH adds a directory, /quit ends; anything else is for the agent.",
];

/** Reads lines until the input ends or the user quits, and lets the agent work on each. */
export async function converse(session: Session, user: UserInput, cwd: string): Promise<"done" | "interrupted"> {
  const { emit, workspace } = session;
  const notice = (message: string) => emit({ type: "notice", message });
  help.forEach(notice);
  const lines = user.lines();
  const input = { isOpen: true };
  lines.once("close", () => (input.isOpen = false));
  lines.prompt();
  for await (const line of lines) {
    if (user.hasQuit) break;
    const [, command, rest = ""] = /^\/(\w+)\s*(.*)$/s.exec(line.trim()) ?? [];
    if (command === "quit" && rest === "") break;
    if (command === undefined) {
      if (line.trim() !== "") await user.interruptible((signal) => runTask(session, line.trim(), signal));
    } else if (command === "plan") {
      emit({ type: "plan", todos: session.plan });
      if (session.plan.length === 0) notice("There is no plan yet.");
    } else if (command === "diff") {
      const shown = await showChanges(session, rest === "" ? { whole: false } : { whole: true, paths: [rest] });
      if (shown.length === 0) notice(rest === "" ? "No file was changed." : "This file was not changed.");
    } else if (command === "undo") {
      const step = session.undo.pop();
      if (step !== undefined) {
        await workspace.restore(step.before);
        session.messages.push({ role: "user", content: "(I took back the changes of your last step.)" });
      }
      notice(step === undefined ? "There is nothing to undo." : `The last step is undone: ${step.changed.join(", ")}`);
    } else if (command === "mount") {
      await mount(session, rest, cwd);
    } else {
      help.forEach(notice);
    }
    // Piped input has ended long before its last line is answered.
    if (input.isOpen) lines.prompt();
  }
  return user.hasQuit ? "interrupted" : "done";
}

async function mount({ workspace, emit }: Session, text: string, cwd: string): Promise<void> {
  try {
    if (text === "") throw new TypeError("/mount takes NAME=PATH");
    const place = parsePlace(text, cwd);
    await workspace.add(place);
    emit({ type: "notice", message: `The agent finds it under ${place.name}/` });
  } catch (error) {
    emit({ type: "error", message: (error as Error).message });
  }
}
