import { VfsError } from "@x/vfs";
import type { AgentEvent, Emit } from "./agent-event.js";
import { converse } from "./conversation.js";
import { createModel } from "./create-model.js";
import { type Options, parseOptions } from "./options.js";
import { inLine } from "./printable.js";
import { reviewChanges } from "./review.js";
import { runTask } from "./run-task.js";
import { createSecretFilter } from "./secret-filter.js";
import { createSession } from "./session.js";
import { createTerminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";
import { createUserInput, type UserInput } from "./user-input.js";
import { createWorkspace } from "./workspace.js";

const interrupted = 130;

async function main(options: Options): Promise<number> {
  const { model, title, secret } = createModel(options.model, options.baseUrl, process.env);
  const workspace = await createWorkspace(options.places, options.gitignore);
  const filter = createSecretFilter(secret);
  const emit = filter.events(options.json ? printJson : terminal());
  const session = createSession({ model, workspace, limits: options.limits, emit });
  const user = createUserInput({
    filter: filter.text,
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
    const { mode, hint } = reviewMode(options, session.isCut, user);
    const written = await reviewChanges(session, { mode, hint, user });
    if (reason === "interrupted") return interrupted;
    const isHeldBack = session.isCut && options.review === "all" && mode === "none";
    return reason === "done" && written && !isHeldBack ? 0 : 1;
  } catch (error) {
    // What the agent works on has gone, or can no longer be read.
    if (!VfsError.is(error)) throw error;
    emit({ type: "error", message: `what the agent works on cannot be read: ${error.message}` });
    return 1;
  } finally {
    user.close();
  }
}

/** Nothing that may be half done is written unseen. */
function reviewMode({ review, json }: Options, isCut: boolean, { interactive, hasQuit }: UserInput) {
  if (hasQuit) return { mode: "none", hint: "you quit" } as const;
  if (review === "all" && isCut) {
    return { mode: interactive ? "ask" : "none", hint: "the work did not end by itself" } as const;
  }
  if (review === "ask" && !interactive)
    return { mode: "none", hint: "nobody is here to be asked; --yes writes all" } as const;
  const ways = json ? "--yes writes all" : "--write asks, --yes writes all";
  return { mode: review, hint: review === "none" ? ways : "" } as const;
}

function printJson(event: AgentEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function terminal(): Emit {
  const interactive = process.stdout.isTTY && process.env.TERM !== "dumb";
  return createTerminal({
    write: (text) => process.stdout.write(text),
    colour: interactive && !process.env.NO_COLOR,
    interactive,
  });
}

// Whoever reads the output may leave before the end, as `head` does.
process.stdout.on("error", () => process.exit(1));

try {
  const options = parseOptions(process.argv.slice(2), process.cwd());
  process.exitCode = options === undefined ? 0 : await main(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  if (process.argv.includes("--json")) printJson({ type: "error", message: error.message });
  else process.stderr.write(`error: ${inLine(error.message)}\n`);
  process.exitCode = 2;
}
