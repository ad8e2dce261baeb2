import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Value } from "typebox/value";
import { type AgentEvent, agentEventSchema } from "../../src/agent-event.js";

/** The program as `npm run demo` builds it. */
export const program = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Sent to standard input, which then ends. */
  readonly input?: string;
  readonly env?: Record<string, string>;
  /** Called with all the output so far whenever there is more. */
  readonly onOutput?: (stdout: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the program to its end. */
export function runProgram(args: readonly string[], { cwd, input = "", env = {}, onOutput }: RunOptions = {}) {
  return new Promise<Run>((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...process.env, ...env } });
    let stdout = "";
    let stderr = "";
    child.stderr.on("data", (data: Buffer) => (stderr += data.toString()));
    child.stdout.on("data", (data: Buffer) => {
      stdout += data.toString();
      onOutput?.(stdout, (signal) => child.kill(signal));
    });
    child.on("close", (code) => {
      resolve({ code, stdout, stderr });
    });
    child.stdin.end(input);
  });
}

/** Runs it with `--json`; every line must be an event of the documented schema. */
export async function runJson(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Run & { events: AgentEvent[] }> {
  const run = await runProgram([...args, "--json"], options);
  const events = run.stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line): AgentEvent => {
      const event: unknown = JSON.parse(line);
      if (!Value.Check(agentEventSchema, event)) throw new Error(`no event of the schema: ${line}`);
      return event;
    });
  return { ...run, events };
}

export function eventsOf<T extends AgentEvent["type"]>(events: readonly AgentEvent[], type: T) {
  return events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type);
}
