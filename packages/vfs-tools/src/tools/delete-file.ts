import { defineTool, schema, type Tool } from "@x/tools";
import { withPathLock } from "@x/vfs";
import type { ToolContext } from "../tool-context.js";

export function deleteFileTool({ storage, lockStorage, policy }: ToolContext): Tool {
  return defineTool(
    {
      name: "delete_file",
      description: "Delete one file for good. Directories exist only through their files: delete each file.",
      parameters: schema.object({ path: schema.string("The file, relative to the root, like docs/old.md") }),
      annotations: { title: "Delete file", destructive: true },
    },
    async ({ path }, { signal }) => {
      policy.check(path);
      await withPathLock(lockStorage, [path], async () => {
        signal.throwIfAborted();
        await storage.deleteFile(path, { signal });
      });
      return { content: { path }, display: `deleted ${path}` };
    },
  );
}
