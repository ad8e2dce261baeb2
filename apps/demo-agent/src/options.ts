import { basename, resolve } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { isScriptedTask } from "./scripted/jobs.js";
import { UsageError } from "./usage-error.js";
import type { Place } from "./workspace.js";

export interface Options {
  readonly places: readonly Place[];
  readonly gitignore: boolean;
  readonly model?: string;
  readonly baseUrl?: string;
  /** What to do; absent: a conversation. */
  readonly task?: string;
  /** What becomes of the changes: the user is asked, all are written, or none is. */
  readonly review: "ask" | "all" | "none";
  readonly json: boolean;
  readonly limits: Limits;
}

export interface Limits {
  /** Replies of the model for one task. */
  readonly turns: number;
  /** For one task. */
  readonly seconds: number;
  /** In one turn; calls past it are refused. */
  readonly toolCalls: number;
}

interface Flags {
  dir?: string[];
  gitignore: boolean;
  model?: string;
  baseUrl?: string;
  task?: string;
  chat?: true;
  write?: true;
  yes?: true;
  dryRun?: true;
  json?: true;
  maxTurns: number;
  maxSeconds: number;
  maxToolCalls: number;
}

const scriptedTask = "Mend the marked typos, index the documents, and report what is marked as unfinished.";

/** Reads the command line. A fault is a `UsageError`; `undefined` when help was asked for and printed. */
export function parseOptions(args: readonly string[], cwd: string): Options | undefined {
  const command = new Command("demo-agent")
    .description("An agent at work on your files. Nothing on disk changes before you have seen and accepted it.")
    .option("--dir <[NAME=]PATH>", "a directory to work on; several get names; default: the current one", collect)
    .option("--no-gitignore", "also list and search what .gitignore leaves out")
    .option("--model <PROVIDER:NAME>", "anthropic, openai or compatible; default: a small scripted model, offline")
    .option("--base-url <URL>", "an OpenAI-compatible endpoint, with --model compatible:NAME")
    .option("--task <TEXT>", "do one task and end; default: a conversation, or with the scripted model its own task")
    .option("--chat", "hold a conversation with the scripted model too")
    .addOption(
      new Option("--write", "at the end, ask which changes to write to disk").conflicts(["yes", "dryRun", "json"]),
    )
    .addOption(
      new Option("--yes", "write all changes of a task that ended by itself, without asking").conflicts("dryRun"),
    )
    .option("--dry-run", "never write, only show")
    .option("--json", "print one event a line, for programs; never asks, so it writes only with --yes")
    .option("--max-turns <N>", "replies of the model for a task, at most 10000", upTo(10_000), 100)
    .option("--max-seconds <N>", "time for a task, at most 86400", upTo(86_400), 600)
    .option("--max-tool-calls <N>", "tool calls in one reply, at most 1000", upTo(1000), 32)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  try {
    command.parse(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.code === "commander.helpDisplayed") return undefined;
    throw new UsageError((error as Error).message.replace(/^error: /, ""));
  }
  const flags = command.opts<Flags>();
  const scripted = flags.model === undefined;
  if (flags.task?.trim() === "") throw new UsageError("--task takes a text");
  if (scripted && flags.task !== undefined && !isScriptedTask(flags.task)) {
    throw new UsageError(
      "without --model there is only a script, which can index documents, report markers, mend typos",
    );
  }
  const task = flags.task ?? (scripted && flags.chat === undefined ? scriptedTask : undefined);
  const asks = flags.write === true || !scripted || flags.task !== undefined || flags.chat === true;
  return {
    places: placesOf(flags.dir ?? ["."], cwd),
    gitignore: flags.gitignore,
    ...(flags.model !== undefined && { model: flags.model }),
    ...(flags.baseUrl !== undefined && { baseUrl: flags.baseUrl }),
    ...(task !== undefined && { task }),
    review: flags.yes === true ? "all" : flags.dryRun === true || flags.json === true || !asks ? "none" : "ask",
    json: flags.json === true,
    limits: { turns: flags.maxTurns, seconds: flags.maxSeconds, toolCalls: flags.maxToolCalls },
  };
}

/** `[NAME=]PATH`; a path alone is named after its last segment. */
export function parsePlace(text: string, cwd: string): Place {
  const named = /^([^=/\\]+)=(.+)$/s.exec(text);
  const directory = resolve(cwd, named?.[2] ?? text);
  return { name: named?.[1] ?? basename(directory), directory };
}

/** One directory without a name is the whole tree; several stand side by side under their names. */
function placesOf(dirs: readonly string[], cwd: string): Place[] {
  const [only] = dirs;
  if (dirs.length === 1 && only !== undefined && !/^[^=/\\]+=/.test(only)) {
    return [{ name: "", directory: resolve(cwd, only) }];
  }
  return dirs.map((text) => parsePlace(text, cwd));
}

function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

function upTo(maximum: number) {
  return (value: string): number => {
    const number = Number(value);
    if (/^\d{1,9}$/.test(value) && number >= 1 && number <= maximum) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${maximum}.`);
  };
}
