import { schema, type ToolRegistry } from "@x/tools";
import type { OverlayStorage } from "@x/vfs-overlay";

const maximumDiffCharacters = 30_000;

/** Adds the two tools of `--review`: what was changed and is not yet on disk, and writing it there. */
export function registerReviewTools(registry: ToolRegistry, overlay: OverlayStorage): void {
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
      if (path === undefined) {
        const changes = await overlay.changes({ signal });
        return { content: { changes }, display: `${changes.length} changed` };
      }
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
        "Writes changes to disk, all or those of the given files. Fails, writing nothing, where a file was changed on disk in the meantime.",
      parameters: schema.object({
        paths: schema.optional(
          schema.array("Only these files. Default: every change.", schema.string("The path of a changed file.")),
        ),
      }),
      annotations: { title: "Commit changes", readOnly: false, destructive: true, idempotent: true },
    },
    async ({ paths }, { signal }) => {
      const committed = await overlay.commit({ signal, ...(paths !== undefined && { paths }) });
      return { content: { committed }, display: `${committed.length} written to disk` };
    },
  );
}
