import { schema, type ToolRegistry } from "@x/tools";
import type { OverlayChange, OverlayStorage } from "@x/vfs-overlay";

const maximumDiffCharacters = 30_000;
const maximumChanges = 200;

/** Adds the tools of `--review`: what was changed and is not yet on disk, writing it there, and dropping it. */
export function registerReviewTools(registry: ToolRegistry, overlay: OverlayStorage): void {
  const paths = (description: string) =>
    schema.optional(schema.array(description, schema.string("The path of a changed file.")));

  /** Fails for a path without a change: a slip in a name would otherwise look like a success. */
  async function checkChanged(wanted: readonly string[], signal: AbortSignal): Promise<void> {
    const changes = await overlay.changes({ signal });
    const known = new Set(changes.flatMap(({ path, from = path }) => [path, from]));
    const unknown = wanted.filter((path) => !known.has(path));
    if (unknown.length === 0) return;
    const shown = unknown.slice(0, 5).map((path) => JSON.stringify(path.slice(0, 200).toWellFormed()));
    throw new Error(`no change of ${shown.join(", ")}; review_changes without path lists the changed files`);
  }

  registry.register(
    {
      name: "review_changes",
      description:
        "Lists the files that were changed and are not yet written to disk, or with path shows one change as a unified diff.",
      parameters: schema.object({
        path: schema.optional(schema.string("A changed file, to see its diff.")),
      }),
      annotations: { title: "Review changes", readOnly: true },
    },
    async ({ path }, { signal }) => {
      if (path === undefined) return listed("changes", await overlay.changes({ signal }), "changed");
      await checkChanged([path], signal);
      const diff = await overlay.diff(path, { signal });
      const truncated = diff.length > maximumDiffCharacters;
      const shown = truncated ? diff.slice(0, maximumDiffCharacters).toWellFormed() : diff;
      return { content: { path, diff: shown, truncated }, display: shown };
    },
  );
  registry.register(
    {
      name: "commit_changes",
      description:
        "Writes changes to disk, all or those of the given files. Fails, writing nothing, where a file was changed on " +
        "disk in the meantime: drop that change with discard_changes, read the file and make the change again.",
      parameters: schema.object({ paths: paths("Only these files. Default: every change.") }),
      annotations: { title: "Commit changes", readOnly: false, destructive: true, idempotent: true },
    },
    async (args, { signal }) => {
      if (args.paths !== undefined) await checkChanged(args.paths, signal);
      const committed = await overlay.commit({ signal, ...(args.paths !== undefined && { paths: args.paths }) });
      return listed("committed", committed, "written to disk");
    },
  );
  registry.register(
    {
      name: "discard_changes",
      description: "Drops changes that are not yet written to disk, all or those of the given files.",
      parameters: schema.object({ paths: paths("Only these files. Default: every change.") }),
      annotations: { title: "Discard changes", readOnly: false, destructive: true, idempotent: true },
    },
    async (args, { signal }) => {
      if (args.paths !== undefined) await checkChanged(args.paths, signal);
      const discarded = await overlay.discard({ signal, ...(args.paths !== undefined && { paths: args.paths }) });
      return listed("discarded", discarded, "dropped");
    },
  );
}

/** As many changes as an answer can show, and how many there are. */
function listed(name: string, changes: readonly OverlayChange[], verb: string) {
  const shown = changes.slice(0, maximumChanges);
  const truncated = shown.length < changes.length;
  const content = { [name]: shown, ...(truncated && { truncated, total: changes.length }) };
  return { content, display: `${changes.length} ${verb}` };
}
