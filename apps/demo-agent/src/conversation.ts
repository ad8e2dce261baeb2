import { parsePlace } from "./options.js";
import { runTask } from "./run-task.js";
import type { Session } from "./session.js";
import type { UserInput } from "./user-input.js";

const help = `/plan shows the plan, /diff the changes, /undo takes back the last step,
/mount NAME=PATH adds a directory, /quit ends; anything else is for the agent.`;

/** Reads lines until the input ends or the user quits, and lets the agent work on each. */
export async function converse(session: Session, user: UserInput, cwd: string): Promise<"done"> {
  const { emit, workspace } = session;
  const notice = (message: string) => emit({ type: "notice", message });
  notice(help);
  const lines = user.lines();
  lines.prompt();
  for await (const line of lines) {
    const [, command, rest = ""] = /^\/(\w+)\s*(.*)$/s.exec(line.trim()) ?? [];
    if (command === "quit") break;
    if (command === undefined) {
      if (line.trim() !== "") await user.interruptible((signal) => runTask(session, line.trim(), signal));
    } else if (command === "plan") {
      emit({ type: "plan", todos: session.plan });
      if (session.plan.length === 0) notice("There is no plan yet.");
    } else if (command === "diff") {
      await showChanges(session);
    } else if (command === "undo") {
      const before = session.undo.pop();
      if (before !== undefined) {
        await workspace.restore(before);
        session.messages.push({ role: "user", content: "(I took back the changes of your last step.)" });
      }
      notice(before === undefined ? "There is nothing to undo." : "The last step is undone.");
    } else if (command === "mount") {
      await mount(session, rest, cwd);
    } else {
      notice(help);
    }
    lines.prompt();
  }
  return "done";
}

async function showChanges({ workspace, emit }: Session): Promise<void> {
  const changes = await workspace.changes();
  for (const { path, kind, from } of changes) {
    const change = { path, kind, ...(from !== undefined && { from }) };
    emit({ type: "change", change, diff: await workspace.diff(path) });
  }
  if (changes.length === 0) emit({ type: "notice", message: "No file was changed." });
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
