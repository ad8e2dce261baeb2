import { defineTool, schema, type Tool } from "@x/tools";
import { BoundedList } from "../bounded-list.js";
import { createGlobMatcher, type GlobMatcher } from "../glob-matcher.js";
import { createPacer } from "../pacer.js";
import type { ToolContext } from "../tool-context.js";

const maximumPaths = 500;
const pathsPerStep = 64;

export function globTool(context: ToolContext): Tool {
  return defineTool(
    {
      name: "glob",
      description:
        "Find files by path. * matches within a segment, ** as a whole segment across segments, ? one character, {a,b} " +
        "alternatives; everything else is itself. A pattern is matched against the whole path: *.md finds files at the " +
        "top level only, **/*.md everywhere. Sorted, at most 500 paths or 40 KiB.",
      parameters: schema.object({
        pattern: schema.string("The glob, like src/**/*.{ts,tsx}"),
      }),
      annotations: { title: "Find files", readOnly: true },
    },
    async ({ pattern }, { signal }) => {
      const { found, full } = await find(context, createGlobMatcher(pattern, "pattern"), signal);
      const notes: string[] = [];
      if (full) notes.push("the list is cut; use a more specific pattern");
      if (found.length === 0) {
        const deeper = await findDeeper(context, pattern, signal);
        if (deeper !== undefined) notes.push(deeper);
      }
      return {
        content: { paths: found, truncated: full, ...(notes.length > 0 && { notes }) },
        display: `found ${found.length}${full ? " or more" : ""} ${found.length === 1 ? "file" : "files"}`,
      };
    },
  );
}

async function find({ storage, policy }: ToolContext, glob: GlobMatcher, signal: AbortSignal) {
  const listing = await storage.listSizes({ prefix: glob.prefix, signal });
  const pace = createPacer(signal);
  const found = new BoundedList<string>({ maximumItems: maximumPaths });
  for (const [index, { path }] of listing.entries()) {
    if (index % pathsPerStep === 0) await pace();
    if (policy.allows(path) && glob.matches(path) && !found.add(path)) break;
  }
  return { found: found.items, full: found.full };
}

/** A model that means "anywhere" often leaves the `**` out. */
async function findDeeper(context: ToolContext, pattern: string, signal: AbortSignal): Promise<string | undefined> {
  const deeper = `**/${pattern}`;
  if (pattern.startsWith("**/") || Buffer.byteLength(deeper) > 1_024) return undefined;
  const { found } = await find(context, createGlobMatcher(deeper, "pattern"), signal);
  return found.length === 0 ? undefined : `nothing matches, but ${deeper} would, like ${found[0] ?? ""}`;
}
