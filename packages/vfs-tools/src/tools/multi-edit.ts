import { defineTool, schema, type Tool } from "@x/tools";
import { applyEdit, checkEdit, type Edit, type EditPlace } from "../apply-edit.js";
import { argumentError } from "../argument-error.js";
import { createPacer } from "../pacer.js";
import type { ToolContext } from "../tool-context.js";
import { boundedDiff } from "../unified-diff.js";
import { updateFile } from "../update-file.js";

const name = "multi_edit";
const maximumEdits = 1_000;

const definition = {
  name,
  description:
    "Make several edits to one file, in order, each on the result of the one before, in one write: all of them or, when " +
    "one fails, none. Each edit follows the rules of edit_file.",
  parameters: schema.object({
    path: schema.string("The file, relative to the root, like src/app.ts"),
    edits: schema.array(
      "The edits, in order, at most 1,000",
      schema.object({
        old_string: schema.string("The text to replace, exactly as it is in the file after the edits before"),
        new_string: schema.string("The text to put in its place; empty to delete"),
        replace_all: schema.optional(schema.boolean("Replace every occurrence. Default: false")),
      }),
    ),
  }),
  annotations: { title: "Edit file several times", destructive: true },
};

export function multiEditTool(context: ToolContext): Tool {
  return defineTool(definition, async ({ path, edits }, { signal }) => {
    context.policy.check(path);
    if (edits.length === 0) throw argumentError('argument "edits" must hold at least one edit');
    if (edits.length > maximumEdits) {
      throw argumentError(`argument "edits" must hold at most ${maximumEdits} edits, got ${edits.length}`);
    }
    const placeOf = (index: number): EditPlace => {
      return { path, name: `edits[${index}]`, maximumFileBytes: context.maximumFileBytes };
    };
    for (const [index, edit] of edits.entries()) checkEdit(edit, placeOf(index));
    return updateFile(context, path, signal, async (before) => {
      const { content, replacements } = await applyEdits(before, edits, placeOf, signal);
      const result = {
        content: { path, edits: edits.length, replacements, size: content.length },
        display: boundedDiff(path, before, content),
      };
      return { content, result };
    });
  });
}

async function applyEdits(
  before: Buffer,
  edits: readonly Edit[],
  placeOf: (index: number) => EditPlace,
  signal: AbortSignal,
): Promise<{ content: Buffer; replacements: number }> {
  const pace = createPacer(signal);
  let content = before;
  let replacements = 0;
  for (const [index, edit] of edits.entries()) {
    const applied = await applyEdit(content, edit, placeOf(index), pace);
    content = applied.content;
    replacements += applied.replacements;
  }
  return { content, replacements };
}
