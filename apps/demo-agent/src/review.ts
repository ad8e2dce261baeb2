import { VfsError } from "@x/vfs";
import type { Emit } from "./agent-event.js";
import type { Options } from "./options.js";
import type { Workspace } from "./workspace.js";

/** Asks the user and resolves to the answer, or to undefined where nobody answers. */
export type Ask = (question: string) => Promise<string | undefined>;

/** Shows every change as a diff, then writes what the user accepts. Resolves to false when something was not written. */
export async function reviewChanges(
  workspace: Workspace,
  review: Options["review"],
  emit: Emit,
  ask: Ask,
): Promise<boolean> {
  const changes = await workspace.changes();
  for (const change of changes) {
    const { path, kind, from } = change;
    const shown = { path, kind, ...(from !== undefined && { from }) };
    emit({ type: "change", change: shown, diff: await workspace.diff(path) });
  }
  if (changes.length === 0) {
    emit({ type: "notice", message: "No file was changed." });
    return true;
  }
  const paths = changes.map(({ path }) => path);
  const accepted = review === "all" ? paths : review === "ask" ? await askWhich(paths, ask) : [];
  if (accepted.length === 0) {
    const hint = review === "none" ? " (--write asks, --yes writes all)" : "";
    emit({ type: "notice", message: `Nothing on disk was changed${hint}.` });
    return true;
  }
  try {
    await workspace.commit(accepted);
    emit({ type: "committed", paths: accepted });
    return true;
  } catch (error) {
    emit({ type: "error", message: VfsError.is(error) ? error.message : "the changes could not be written" });
    return false;
  }
}

async function askWhich(paths: readonly string[], ask: Ask): Promise<string[]> {
  const answer = await ask(
    `Write ${paths.length === 1 ? "this change" : `these ${paths.length} changes`} to disk? [y]es, [n]o, [e]ach `,
  );
  if (/^y/i.test(answer ?? "")) return [...paths];
  if (!/^e/i.test(answer ?? "")) return [];
  const accepted: string[] = [];
  for (const path of paths) {
    if (/^y/i.test((await ask(`Write ${path}? [y]es, [n]o `)) ?? "")) accepted.push(path);
  }
  return accepted;
}
