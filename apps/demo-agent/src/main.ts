import { VfsError } from "@x/vfs";
import type { AgentEvent, Emit } from "./agent-event.js";
import { converse } from "./conversation.js";
import { createModel } from "./create-model.js";
import { type Options, parseOptions } from "./options.js";
import { reviewChanges } from "./review.js";
import { runTask } from "./run-task.js";
import { createSession } from "./session.js";
import { createTerminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";
import { createUserInput } from "./user-input.js";
import { createWorkspace } from "./workspace.js";

const interrupted = 130;

async function main(options: Options): Promise<number> {
  const { model, title, secrets } = createModel(options.model, options.baseUrl, process.env);
  const workspace = await createWorkspace(options.places, options.gitignore);
  const emit = withoutSecrets(secrets, options.json ? printJson : terminal());
  const session = createSession({ model, workspace, limits: options.limits, emit });
  const user = createUserInput({
    input: process.stdin,
    output: options.json ? undefined : process.stdout,
    notice: (message) => emit({ type: "notice", message }),
    quit: () => process.exit(interrupted),
  });
  emit({ type: "session", model: title, places: [...workspace.places] });
  try {
    const { task } = options;
    const reason =
      task === undefined
        ? await converse(session, user, process.cwd())
        : await user.interruptible((signal) => runTask(session, task, signal));
    const written = await reviewChanges(workspace, options.review, emit, (question) => user.ask(question));
    if (reason === "interrupted") return interrupted;
    return reason === "done" && written ? 0 : 1;
  } finally {
    user.close();
  }
}

function printJson(event: AgentEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function terminal(): Emit {
  const interactive = process.stdout.isTTY;
  return createTerminal({
    write: (text) => process.stdout.write(text),
    colour: interactive && !process.env.NO_COLOR,
    interactive,
  });
}

/** A provider's own messages may repeat a key. */
function withoutSecrets(secrets: readonly string[], emit: Emit): Emit {
  if (secrets.length === 0) return emit;
  return (event) => {
    const text = JSON.stringify(event);
    const clean = secrets.reduce((all, secret) => all.replaceAll(JSON.stringify(secret).slice(1, -1), "[key]"), text);
    emit(JSON.parse(clean) as AgentEvent);
  };
}

// Whoever reads the output may leave before the end, as `head` does.
process.stdout.on("error", () => process.exit(1));

try {
  const options = parseOptions(process.argv.slice(2), process.cwd());
  process.exitCode = options === undefined ? 0 : await main(options);
} catch (error) {
  if (!(error instanceof UsageError || error instanceof TypeError || VfsError.is(error))) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
}
