import type { Tool } from "@x/tools";
import { guardStorage } from "./guard-storage.js";
import { createPolicy } from "./policy.js";
import type { ToolContext } from "./tool-context.js";
import { deleteFileTool } from "./tools/delete-file.js";
import { editFileTool } from "./tools/edit-file.js";
import { globTool } from "./tools/glob.js";
import { grepTool } from "./tools/grep.js";
import { listFilesTool } from "./tools/list-files.js";
import { moveFileTool } from "./tools/move-file.js";
import { multiEditTool } from "./tools/multi-edit.js";
import { readFileTool } from "./tools/read-file.js";
import { searchTool } from "./tools/search.js";
import { writeFileTool } from "./tools/write-file.js";
import { checkOptions, defaultMaximumFileBytes, type VfsToolsOptions } from "./vfs-tools-options.js";

interface Offer {
  readonly create: (context: ToolContext) => Tool;
  /** Left out where nothing may be written. */
  readonly writes?: true;
  /** Left out by `disableExtended`. */
  readonly extended?: true;
}

/** In the order of registration; `search` comes last, where the store offers it. */
const offers: readonly Offer[] = [
  { create: (context) => readFileTool(context) },
  { create: listFilesTool },
  { create: writeFileTool, writes: true },
  { create: deleteFileTool, writes: true },
  { create: (context) => grepTool(context), extended: true },
  { create: globTool, extended: true },
  { create: editFileTool, writes: true, extended: true },
  { create: multiEditTool, writes: true, extended: true },
  { create: moveFileTool, writes: true, extended: true },
];

/**
 * The file tools over a store, in the order of `vfsToolNames`: to filter, rename, or take from two stores. `search` is
 * among them where the store offers it, the tools that write unless the store or the options are read-only.
 * Misuse is a `TypeError`.
 */
export function createVfsTools(options: VfsToolsOptions): readonly Tool[] {
  checkOptions(options);
  const storage = guardStorage(options.storage);
  const context: ToolContext = {
    storage,
    lockStorage: options.storage,
    policy: createPolicy(options),
    maximumFileBytes: options.maximumFileBytes ?? defaultMaximumFileBytes,
  };
  const mayWrite = !options.readOnly && !storage.capabilities.readOnly;
  const tools = offers
    .filter((offer) => (mayWrite || !offer.writes) && !(options.disableExtended && offer.extended))
    .map((offer) => offer.create(context));
  const { search } = storage.capabilities;
  return search === undefined ? tools : [...tools, searchTool(context, search)];
}
