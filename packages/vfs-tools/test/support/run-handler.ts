import type { Tool, ToolEnvironment, ToolResult } from "@x/tools";
import type { Storage } from "@x/vfs";
import { guardStorage } from "../../src/guard-storage.js";
import { createPolicy } from "../../src/policy.js";
import type { ToolContext } from "../../src/tool-context.js";

export function contextOver(storage: Storage, maximumFileBytes = 1_048_576): ToolContext {
  return { storage: guardStorage(storage), lockStorage: storage, policy: createPolicy({}), maximumFileBytes };
}

/** Runs a tool without a registry, for tests of what a registry cannot be given. */
export async function runHandler(tool: Tool, args: object, signal?: AbortSignal): Promise<ToolResult> {
  const environment: ToolEnvironment = {
    sessionId: "",
    turnId: "",
    signal: signal ?? new AbortController().signal,
    reportProgress: () => undefined,
  };
  return tool.handler(args, environment);
}
