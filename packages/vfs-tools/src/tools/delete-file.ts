import { defineTool, schema, type Tool } from "@x/tools";
import { displayText } from "../display-text.js";
import type { ToolContext } from "../tool-context.js";
import { withFileLock } from "../with-file-lock.js";

export function deleteFileTool(context: ToolContext): Tool {
  const { storage, policy } = context;
  return defineTool(
    {
      name: "delete_file",
      description: "Delete one file for good. Directories exist only through their files: delete each file.",
      parameters: schema.object({ path: schema.string("The file, relative to the root, like docs/old.md") }),
      annotations: { title: "Delete file", destructive: true },
    },
    async ({ path }, { signal }) => {
      policy.check(path);
      await withFileLock(context, [path], signal, async () => {
        await storage.deleteFile(path, { signal });
      });
      return { content: { path }, display: `deleted ${displayText(path)}` };
    },
  );
}
