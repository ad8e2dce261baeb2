import type { ToolRegistry } from "@x/tools";
import { createVfsTools } from "./create-vfs-tools.js";
import type { VfsToolsOptions } from "./vfs-tools-options.js";

/**
 * Adds the tools of `createVfsTools` to a registry, in that order, all or none: where a name is taken it throws
 * `TOOL_DUPLICATE` and leaves the registry as it was. Misuse is a `TypeError`.
 */
export function registerVfsTools(registry: ToolRegistry, options: VfsToolsOptions): void {
  registry.registerAll(createVfsTools(options));
}
