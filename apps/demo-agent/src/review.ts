import { inLine } from "./printable.js";
import type { Session } from "./session.js";
import { showChanges } from "./show-changes.js";

/** Asks the user and resolves to the answer; to undefined where nobody answers, or at the end of input. */
export type Ask = (question: string) => Promise<string | undefined>;

export interface ReviewOptions {
  /** What becomes of the changes: the user is asked, all are written, or none is. */
  readonly mode: "ask" | "all" | "none";
  /** Says why, where nothing is written. */
  readonly hint: string;
  readonly ask: Ask;
}

type Shown = Pick<Session, "workspace" | "emit">;

const answers = ["yes", "no", "each", "diff"] as const;

/**
 * Shows every change as a diff, then writes what the user accepts. What is refused on the way is named and asked about
 * again. Resolves to false when something that was accepted is not written at the end.
 */
export async function reviewChanges(shown: Shown, { mode, hint, ask }: ReviewOptions): Promise<boolean> {
  const { workspace, emit } = shown;
  let open = await showChanges(shown, { whole: false });
  if (open.length === 0) {
    emit({ type: "notice", message: "No file was changed." });
    return true;
  }
  const refused = new Set<string>();
  let written = 0;
  while (open.length > 0) {
    const accepted = mode === "all" ? open : mode === "ask" ? await askWhich(shown, open, ask) : [];
    if (accepted.length === 0) break;
    const outcome = await workspace.commit(accepted);
    written += outcome.written.length;
    if (outcome.written.length > 0) emit({ type: "committed", paths: outcome.written });
    for (const path of outcome.written) refused.delete(path);
    for (const { path, reason } of outcome.refused) {
      refused.add(path);
      emit({ type: "refused", path, message: reason });
    }
    open = accepted.filter((path) => !outcome.written.includes(path) && !refused.has(path));
    // The user may free the way, and then try again what was refused.
    if (open.length === 0 && mode === "ask") open = [...refused];
    if (open.length > 1 && mode === "ask") emit({ type: "notice", message: `Not yet on disk: ${open.join(", ")}` });
  }
  if (written === 0) emit({ type: "notice", message: `Nothing on disk was changed${hint && ` (${hint})`}.` });
  return refused.size === 0;
}

async function askWhich(shown: Shown, paths: readonly string[], ask: Ask): Promise<string[]> {
  const what = paths.length === 1 ? inLine(paths.join()) : `these ${paths.length} changes`;
  for (;;) {
    const answer = await askFor(ask, `Write ${what} to disk? [y]es, [n]o, [e]ach, [d]iff `, answers);
    if (answer === "each") return askForEach(shown, paths, ask);
    if (answer !== "diff") return answer === "yes" ? [...paths] : [];
    await showChanges(shown, { paths, whole: true });
  }
}

async function askForEach(shown: Shown, paths: readonly string[], ask: Ask): Promise<string[]> {
  const accepted: string[] = [];
  for (const path of paths) {
    await showChanges(shown, { paths: [path], whole: true });
    const answer = await askFor(ask, `Write ${inLine(path)}? [y]es, [n]o `, ["yes", "no"] as const);
    if (answer === "end") return [];
    if (answer === "yes") accepted.push(path);
  }
  return accepted;
}

/** Asks until the answer is one of the words, or its first letter. */
async function askFor<T extends string>(ask: Ask, question: string, words: readonly T[]): Promise<T | "end"> {
  for (;;) {
    const answer = (await ask(question))?.trim().toLowerCase();
    if (answer === undefined) return "end";
    const word = words.find((one) => answer === one || answer === one.charAt(0));
    if (word !== undefined) return word;
  }
}
