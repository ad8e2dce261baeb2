import { basename, resolve } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { UsageError } from "./usage-error.js";

/** Where clients see a directory, or a scratch space in memory: at the top (`""`) or under a name. */
export interface Place {
  readonly name: string;
  /** Absent: a scratch space in memory. */
  readonly directory?: string;
}

export interface Options {
  readonly places: readonly Place[];
  readonly readOnly: boolean;
  readonly review: boolean;
  readonly hideHidden: boolean;
  readonly gitignore: boolean;
  readonly extensions?: readonly string[];
  readonly maximumFileBytes?: number;
  /** Absent: stdio. */
  readonly http?: { readonly port: number; readonly host: string };
}

interface Flags {
  dir?: string[];
  memory?: true;
  readOnly?: true;
  review?: true;
  extensions?: string[];
  hideHidden?: true;
  gitignore?: true;
  maxFileBytes?: number;
  http?: number;
  host?: string;
}

/** Reads the command line. A fault is a `UsageError`; `undefined` when help or the version was asked for and printed. */
export function parseOptions(args: readonly string[], version: string, cwd: string): Options | undefined {
  const command = new Command("mcp-files")
    .description("Serves directories to an MCP client: read, search and edit files there, and nowhere else.")
    .version(version)
    .option("--dir <[NAME=]PATH>", "a directory to serve; repeat it for more, each under its name", collect)
    .option("--memory", "a scratch space in memory, alone or beside directories as scratch/")
    .addOption(new Option("--read-only", "offer no tool that writes; not with --review").conflicts("review"))
    .option("--review", "keep changes apart, and offer tools that show them, write them to disk and drop them")
    .option("--extensions <LIST>", 'serve only these kinds of files, as ".md,.txt"', extensions)
    .option("--hide-hidden", "leave out files and directories that start with . or _")
    .option("--gitignore", "leave out of listings what .gitignore files name")
    .option("--max-file-bytes <N>", "the largest file that may be written (default: 1048576)", integer(1, 2 ** 31))
    .option(
      "--http <PORT>",
      "listen for streamable HTTP instead of using stdio; 0 takes a free port",
      integer(0, 65_535),
    )
    .option("--host <ADDRESS>", "with --http: the address to listen on (default: 127.0.0.1)")
    .addHelpText(
      "after",
      "\nWhere the variable MCP_FILES_TOKEN is set (16 visible ASCII characters or more), clients must send it as their\n" +
        'bearer token. A --host other than loopback needs it. A path that holds "=" is given as ./a=b.',
    )
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  try {
    command.parse(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    // Commander puts its guess at what was meant on a line of its own.
    throw new UsageError((error as Error).message.replace(/^error: /, "").replaceAll("\n", " "));
  }
  const flags = command.opts<Flags>();
  if (flags.host !== undefined && flags.http === undefined) throw new UsageError("--host needs --http");
  if (flags.host === "") throw new UsageError("--host needs an address");
  return {
    places: placesOf(flags, cwd),
    readOnly: flags.readOnly === true,
    review: flags.review === true,
    hideHidden: flags.hideHidden === true,
    gitignore: flags.gitignore === true,
    ...(flags.extensions !== undefined && { extensions: flags.extensions }),
    ...(flags.maxFileBytes !== undefined && { maximumFileBytes: flags.maxFileBytes }),
    ...(flags.http !== undefined && { http: { port: flags.http, host: flags.host ?? "127.0.0.1" } }),
  };
}

/** One place without a name of its own is the whole tree; several stand side by side. */
function placesOf({ dir = [], memory, hideHidden }: Flags, cwd: string): Place[] {
  if (dir.includes("")) throw new UsageError("--dir needs a path, and got an empty one");
  const places = dir.map((text): Place & { named: boolean } => {
    const named = /^([^=/\\]+)=(.+)$/s.exec(text);
    const directory = resolve(cwd, named?.[2] ?? text);
    return { name: named?.[1] ?? basename(directory), directory, named: named !== null };
  });
  const [first] = places;
  if (first === undefined) {
    if (memory !== true) throw new UsageError("nothing to serve: give --dir PATH or --memory");
    return [{ name: "" }];
  }
  if (places.length === 1 && memory !== true && !first.named) return [{ ...first, name: "" }];
  const all: Place[] = [...places, ...(memory === true ? [{ name: "scratch" }] : [])];
  for (const { name, directory = "" } of all) {
    if (name === "") throw new UsageError(`${directory} has no name of its own: give one with --dir NAME=${directory}`);
    if (hideHidden === true && /^[._]/.test(name)) throw new UsageError(`--hide-hidden hides the place "${name}"`);
    if (all.filter((other) => other.name === name).length > 1) {
      throw new UsageError(`two places are named "${name}": tell them apart with --dir NAME=PATH`);
    }
  }
  return all;
}

function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

function extensions(value: string): string[] {
  const list = value.split(",").map((one) => one.trim());
  if (list.some((one) => !/^\.[^./\\\s]+$/.test(one))) {
    throw new InvalidArgumentError('Extensions start with a dot and are separated by commas, as in ".md,.txt".');
  }
  return list;
}

function integer(least: number, most: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d{1,10}$/.test(value) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}
