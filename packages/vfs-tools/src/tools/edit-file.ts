import { defineTool, schema, type Tool } from "@x/tools";
import { applyEdit, checkEdit } from "../apply-edit.js";
import { lineNumberAt } from "../line-number.js";
import { createPacer } from "../pacer.js";
import type { ToolContext } from "../tool-context.js";
import { boundedDiff } from "../unified-diff.js";
import { updateFile } from "../update-file.js";

const name = "edit_file";

const definition = {
  name,
  description:
    "Replace text in a file. `old_string` must be exactly the text of the file, white space included and without the " +
    "line numbers of read_file, and must be at one place only, unless `replace_all` is set: take in lines around it " +
    "until it is unique. `new_string` is written as it stands, nothing in it is interpreted; line endings follow the " +
    "file. To create a file or replace all of it, use write_file.",
  parameters: schema.object({
    path: schema.string("The file, relative to the root, like src/app.ts"),
    old_string: schema.string("The text to replace, exactly as it is in the file"),
    new_string: schema.string("The text to put in its place; empty to delete"),
    replace_all: schema.optional(schema.boolean("Replace every occurrence. Default: false")),
  }),
  annotations: { title: "Edit file", destructive: true },
};

export function editFileTool(context: ToolContext): Tool {
  return defineTool(definition, async (args, { signal }) => {
    const { path } = args;
    context.policy.check(path);
    const place = { path, maximumFileBytes: context.maximumFileBytes };
    checkEdit(args, place);
    return updateFile(context, path, signal, async (before) => {
      const { content, replacements, start } = await applyEdit(before, args, place, createPacer(signal));
      const line = lineNumberAt(content, start);
      const result = {
        content: { path, replacements, size: content.length, line },
        display: boundedDiff(path, before, content),
      };
      return { content, result };
    });
  });
}
