import { createToolRegistry, type ToolEnvironment, type ToolOutcome } from "@x/tools";
import type { Storage } from "@x/vfs";
import { registerVfsTools, type VfsToolsOptions } from "../../src/index.js";

/** What a call came to, with the content of its result beside it: empty for a failure. */
export type CalledTool = ToolOutcome & { content: Record<string, unknown> };

export type CallTool = (name: string, args?: object, environment?: Partial<ToolEnvironment>) => Promise<CalledTool>;

/** Registers the tools over a store and gives a function that calls one by name, as an agent loop would. */
export function toolsOver(storage: Storage, options: Omit<VfsToolsOptions, "storage"> = {}): CallTool {
  const registry = createToolRegistry();
  registerVfsTools(registry, { storage, ...options });
  return async (name, args = {}, environment = {}) => {
    const outcome = await registry.run({ name, arguments: args }, environment);
    return { ...outcome, content: (outcome.result?.content ?? {}) as Record<string, unknown> };
  };
}

/** The code of a failed call; undefined when it succeeded. */
export function codeOf(outcome: ToolOutcome): string | undefined {
  return (outcome.error as { code?: string } | undefined)?.code;
}

export const textBytes = (text: string) => new TextEncoder().encode(text);

/** A file's bytes, read through the store. */
export async function bytesOf(storage: Storage, path: string): Promise<Buffer> {
  return Buffer.from((await storage.readFile(path)).content);
}

/** A file's text, read through the store. */
export async function textOf(storage: Storage, path: string): Promise<string> {
  return (await bytesOf(storage, path)).toString("utf8");
}
