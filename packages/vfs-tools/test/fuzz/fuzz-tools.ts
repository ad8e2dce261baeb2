import { createToolRegistry, type ToolCall, ToolError, type ToolOutcome, type ToolRegistry } from "@x/tools";
import { type Storage, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { registerVfsTools, vfsToolNames } from "../../src/index.js";
import { createRandom, type Random } from "../support/random.js";
import { filePaths, glob, number, oddValue, part, path, pattern, text } from "./hostile-values.js";

export interface FuzzOptions {
  readonly seed: number;
  readonly calls: number;
}

export interface FuzzReport {
  readonly calls: number;
  /** How many calls reached their tool. */
  readonly passedChecks: number;
  /** For each tool how often it came to what: `ok` or the code of an error. */
  readonly outcomes: Readonly<Record<string, Record<string, number>>>;
  /** What should never come out, with the call. */
  readonly faults: readonly string[];
  readonly slowest: { readonly tool: string; readonly milliseconds: number };
  /** Bytes of live memory after a tenth of the calls, and at the end. */
  readonly memory: { readonly early: number; readonly late: number };
}

export const maximumFileBytes = 64 * 1024;
const maximumResultBytes = 64 * 1024;
const maximumDisplayBytes = 8 * 1024;
const maximumErrorUnits = 4_003;
const atOnce = 4;

/** Files are written and edited more often than they are deleted, so that most calls find one. */
const toolNames = [...vfsToolNames, ...vfsToolNames.filter((name) => name !== "delete_file" && name !== "move_file")];

/** Random calls with hostile arguments, on every tool, over a store in memory; the same for the same seed. */
export async function fuzzTools({ seed, calls }: FuzzOptions): Promise<FuzzReport> {
  const random = createRandom(seed);
  const storage = createMemoryStorage();
  let passedChecks = 0;
  const registry = createToolRegistry({
    intercept: [
      (_call, _environment, next) => {
        passedChecks++;
        return next();
      },
    ],
  });
  registerVfsTools(registry, { storage, maximumFileBytes });
  const outcomes: Record<string, Record<string, number>> = {};
  const faults: string[] = [];
  let slowest = { tool: "", milliseconds: 0 };
  let early = 0;
  for (let done = 0; done < calls; ) {
    const batch = await Promise.all(
      Array.from({ length: Math.min(calls - done, random.chance(0.2) ? atOnce : 1) }, () =>
        randomCall(random, storage),
      ),
    );
    const started = performance.now();
    const results = await Promise.all(batch.map((call) => runCall(registry, call, random)));
    const milliseconds = performance.now() - started;
    if (milliseconds > slowest.milliseconds) slowest = { tool: batch.map((call) => call.name).join(), milliseconds };
    for (const [index, outcome] of results.entries()) {
      const tally = (outcomes[outcome.name] ??= {});
      const code = outcome.isError ? ((outcome.error as { code?: string } | undefined)?.code ?? "none") : "ok";
      tally[code] = (tally[code] ?? 0) + 1;
      const fault = faultOf(outcome);
      if (fault !== undefined) faults.push(`${fault}: ${JSON.stringify(batch[index]).slice(0, 2_000)}`);
    }
    const before = done;
    done += batch.length;
    if (before < calls / 10 && done >= calls / 10) early = liveMemory();
  }
  for (const file of await storage.listFiles()) {
    if (file.size > maximumFileBytes) faults.push(`${JSON.stringify(file.path)} has ${file.size} bytes`);
  }
  return { calls, passedChecks, outcomes, faults, slowest, memory: { early, late: liveMemory() } };
}

/** Sometimes the caller gives up at once, or a little later. */
async function runCall(registry: ToolRegistry, call: ToolCall, random: Random): Promise<ToolOutcome> {
  if (!random.chance(0.02)) return registry.run(call);
  const controller = new AbortController();
  const outcome = registry.run(call, { signal: controller.signal });
  if (random.chance(0.5)) await Promise.resolve();
  controller.abort();
  return outcome;
}

function faultOf(outcome: ToolOutcome): string | undefined {
  const { error, result } = outcome;
  if (!outcome.text.isWellFormed()) return "a text that is not well formed";
  if (Buffer.byteLength(outcome.text) > maximumResultBytes) return "a text over its cap";
  if (outcome.isError) {
    if (!ToolError.is(error) && !VfsError.is(error)) return `an error of neither kind: ${String(error)}`;
    if (error.code === "TOOL_PANICKED") return `a panic: ${error.message} ${String(error.cause)}`;
    if (error.code === "TOOL_RESULT_UNENCODABLE" || error.code === "VFS_UNAVAILABLE")
      return `a failure: ${error.message}`;
    return outcome.text.length > maximumErrorUnits ? "an error text over its cap" : undefined;
  }
  const content = JSON.stringify(result?.content);
  if (Buffer.byteLength(content) > maximumResultBytes) return "a result over its cap";
  if (!(JSON.parse(content) !== null && everyStringIsWellFormed(result?.content))) return "an ill-formed string";
  if (Buffer.byteLength(result?.display ?? "") > maximumDisplayBytes) return "a display over its cap";
  return result?.display?.isWellFormed() === false ? "an ill-formed display" : undefined;
}

function everyStringIsWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && everyStringIsWellFormed(item));
}

async function randomCall(random: Random, storage: Storage): Promise<ToolCall> {
  const name = random.chance(0.005) ? random.pick(["constructor", "then", "nope", ""]) : random.pick(toolNames);
  const args = await randomArguments(random, name, storage);
  if (random.chance(0.1)) {
    const keys = Object.keys(args);
    if (keys.length > 0) args[random.pick(keys)] = oddValue(random);
  }
  if (random.chance(0.02)) args[random.pick(["__proto__", "extra", "constructor", "signal"])] = oddValue(random);
  if (random.chance(0.01)) return { name, arguments: random.pick(["", "{", "null", "[1]", '"x"', "{}"]) };
  return { name, arguments: random.chance(0.5) ? JSON.stringify(args) : args };
}

async function randomArguments(random: Random, name: string, storage: Storage): Promise<Record<string, unknown>> {
  const optional = (value: () => unknown) => (random.chance(0.4) ? value() : undefined);
  const flag = () => random.chance(0.5);
  switch (name) {
    case "read_file":
      return {
        path: path(random),
        offset: optional(() => number(random)),
        limit: optional(() => number(random)),
        column: optional(() => number(random)),
      };
    case "list_files":
      return {
        directory: optional(() => random.pick(["src", "src/", "d/d", "", "..", path(random)])),
        depth: optional(() => number(random)),
      };
    case "write_file":
      return {
        path: path(random),
        content: text(random),
        content_type: optional(() => random.pick(["text/plain", "x", "a/b\n"])),
      };
    case "delete_file":
      return { path: path(random) };
    case "grep":
      return {
        pattern: pattern(random),
        path_glob: optional(() => glob(random)),
        case_insensitive: optional(flag),
        context: optional(() => random.pick([0, 1, 5, 6, -1])),
        output_mode: optional(() => random.pick(["content", "files_with_matches", "count", "lines"])),
      };
    case "glob":
      return { pattern: glob(random) };
    case "edit_file": {
      const target = path(random);
      return { path: target, ...(await randomEdit(random, await contentAt(storage, target))) };
    }
    case "multi_edit": {
      const target = path(random);
      const content = await contentAt(storage, target);
      const edits = Array.from({ length: random.below(5) }, () => randomEdit(random, content));
      return { path: target, edits: await Promise.all(edits) };
    }
    case "move_file":
      return { source: path(random), destination: path(random), overwrite: optional(flag) };
    default:
      return { query: text(random) };
  }
}

async function randomEdit(random: Random, content: string): Promise<Record<string, unknown>> {
  const oldString = random.chance(0.95) ? part(random, content) : text(random);
  const newString = random.chance(0.5) ? text(random) : part(random, content);
  return { old_string: oldString, new_string: newString, replace_all: random.chance(0.4) ? true : undefined };
}

async function contentAt(storage: Storage, target: string): Promise<string> {
  if (!filePaths.includes(target)) return "";
  try {
    return Buffer.from((await storage.readFile(target)).content).toString("utf8");
  } catch {
    return "";
  }
}

/** After a full collection where the host lets it be asked for. */
function liveMemory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
