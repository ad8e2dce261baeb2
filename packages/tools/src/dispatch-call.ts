import { CallDeadline } from "./call-deadline.js";
import { Faults } from "./faults.js";
import { parseArguments } from "./parse-arguments.js";
import { readCall } from "./read-call.js";
import type { RegisteredTool } from "./registered-tool.js";
import type { CheckedToolCall, ToolCall } from "./tool-call.js";
import type { ToolEnvironment } from "./tool-environment.js";
import { ToolError } from "./tool-error.js";
import { checkedResult, toolFailure } from "./tool-failure.js";
import type { ToolInterceptor } from "./tool-registry.js";
import type { ToolResult } from "./tool-result.js";

export interface DispatchContext {
  /** Throws `TOOL_UNKNOWN`. */
  find(name: unknown): RegisteredTool;
  readonly interceptors: readonly ToolInterceptor[];
  readonly timeoutMs: number | undefined;
}

/** A call that may go on to its handler. */
export interface ReadyCall {
  readonly tool: RegisteredTool;
  readonly call: CheckedToolCall;
  readonly output: unknown;
}

/** Checks a call, leads it through the interceptors and runs its handler, while nothing ends the wait. */
export async function dispatchCall(
  context: DispatchContext,
  call: ToolCall,
  environment: Partial<ToolEnvironment>,
): Promise<ToolResult> {
  const { name } = context.find(call.name).definition;
  const signal = environment.signal ?? undefined;
  if (signal !== undefined && !isSignal(signal)) {
    throw new ToolError("TOOL_PANICKED", `${name} was not called: its environment's signal is no AbortSignal`, {
      tool: name,
    });
  }
  const deadline = new CallDeadline(name, signal, context.timeoutMs);
  const id = typeof call.id === "string" ? call.id : undefined;
  const own = ownEnvironment(environment, id, deadline);
  const work = async (): Promise<ToolResult> => {
    deadline.throwIfPassed();
    return proceed(context, await checkCall(context, call), own, deadline, 0);
  };
  try {
    return await Promise.race([deadline.passed, work()]);
  } finally {
    deadline.end();
    own.end();
  }
}

/** Finds the tool of a call and checks the arguments. */
export async function checkCall(context: DispatchContext, call: ToolCall): Promise<ReadyCall> {
  const tool = context.find(call.name);
  const id = typeof call.id === "string" ? call.id : undefined;
  const { name } = tool.definition;
  const faults = new Faults();
  const sent = parseArguments(call.arguments, faults);
  const checked = sent && (await checkArguments(tool, sent, faults));
  if (checked === undefined || !faults.empty) {
    throw new ToolError("TOOL_INVALID_ARGUMENTS", `invalid arguments for ${name}: ${faults.toString()}`, {
      tool: name,
    });
  }
  const ready = Object.freeze({ ...(id !== undefined && { id }), name, arguments: checked.input });
  return { tool, call: ready, output: checked.output };
}

/** What a validator throws is about itself and not about the call: it is no text for a model. */
async function checkArguments(tool: RegisteredTool, sent: Record<string, unknown>, faults: Faults) {
  try {
    return await tool.check.check(sent, faults);
  } catch (error) {
    const { name } = tool.definition;
    const message = `${name} failed because of a bug in it: its arguments could not be checked`;
    throw new ToolError("TOOL_PANICKED", message, { tool: name, cause: error });
  }
}

/** Runs the interceptor at `index`, or the handler after the last one. */
async function proceed(
  context: DispatchContext,
  ready: ReadyCall,
  own: OwnEnvironment,
  deadline: CallDeadline,
  index: number,
): Promise<ToolResult> {
  const { name } = ready.tool.definition;
  const interceptor = context.interceptors[index];
  const culprit = interceptor === undefined ? "it" : "an interceptor";
  try {
    deadline.throwIfPassed();
    if (interceptor === undefined) {
      const { handler } = ready.tool;
      deadline.started = true;
      return checkedResult(name, culprit, await handler(ready.output, own.environment));
    }
    const goOn = async (changed: ToolCall | undefined): Promise<ToolResult> => {
      const call = changed && readCall(changed);
      const same = call === undefined || (call.arguments === ready.call.arguments && call.name === name);
      const next = same ? ready : await checkCall(context, { ...call, id: ready.call.id });
      return proceed(context, next, own, deadline, index + 1);
    };
    const next = (call?: ToolCall): Promise<ToolResult> => {
      const result = goOn(call);
      // An interceptor may drop what it was given: no rejection is left without a handler.
      result.catch(() => undefined);
      return result;
    };
    return checkedResult(name, culprit, await interceptor(ready.call, own.environment, next));
  } catch (error) {
    throw toolFailure(name, culprit, error);
  }
}

function isSignal(signal: Partial<AbortSignal>): boolean {
  return typeof signal.addEventListener === "function" && typeof signal.removeEventListener === "function";
}

interface OwnEnvironment {
  readonly environment: ToolEnvironment;
  end(): void;
}

function ownEnvironment(
  given: Partial<ToolEnvironment>,
  id: string | undefined,
  deadline: CallDeadline,
): OwnEnvironment {
  let ended = false;
  const callId = given.callId ?? id;
  const environment = Object.freeze({
    sessionId: given.sessionId ?? "",
    turnId: given.turnId ?? crypto.randomUUID(),
    ...(callId !== undefined && { callId }),
    signal: deadline.signal,
    reportProgress: (progress: Parameters<ToolEnvironment["reportProgress"]>[0]) => {
      if (ended) return;
      try {
        // It may be an async function: a late failure is no more part of the call than one at once.
        const told: unknown = given.reportProgress?.(progress);
        if (told !== undefined) Promise.resolve(told).catch(() => undefined);
      } catch {
        // The host's display is no part of the call.
      }
    },
  });
  return { environment, end: () => (ended = true) };
}
