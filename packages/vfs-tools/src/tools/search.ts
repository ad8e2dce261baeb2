import { defineTool, schema, type Tool } from "@x/tools";
import type { SearchCapability } from "@x/vfs";
import { argumentError } from "../argument-error.js";
import { BoundedList } from "../bounded-list.js";
import type { ToolContext } from "../tool-context.js";

const maximumPaths = 500;
const maximumQueryLength = 4_096;

/** `capability` is the store's, guarded. */
export function searchTool({ policy }: ToolContext, capability: SearchCapability): Tool {
  return defineTool(
    {
      name: "search",
      description:
        `Find files through the search of the storage; gives their paths, at most ${maximumPaths}. ` +
        `Syntax of \`query\`: ${capability.syntax}`,
      parameters: schema.object({ query: schema.string("What to look for, in the syntax that the description gives") }),
      annotations: { title: "Search", readOnly: true },
    },
    async ({ query }, { signal }) => {
      if (query.length > maximumQueryLength) {
        throw argumentError(`argument "query" must be at most ${maximumQueryLength} characters`);
      }
      const found = await capability.query(query, { signal });
      const paths = new BoundedList<string>({ maximumItems: maximumPaths });
      for (const path of found) {
        if (policy.allows(path) && !paths.add(path)) break;
      }
      return {
        content: { paths: paths.items, truncated: paths.full },
        display: `found ${paths.items.length}${paths.full ? " or more" : ""} ${paths.items.length === 1 ? "file" : "files"}`,
      };
    },
  );
}
