import type { OverlayChange } from "@x/vfs-overlay";
import { inLine } from "./printable.js";
import type { Session } from "./session.js";
import { showChanges } from "./show-changes.js";
import type { UserInput } from "./user-input.js";

export interface ReviewOptions {
  /** What becomes of the changes: the user is asked, all are written, or none is. */
  readonly mode: "ask" | "all" | "none";
  /** Says why, where nothing is written. */
  readonly hint: string;
  readonly user: Pick<UserInput, "ask" | "interruptible">;
}

type Shown = Pick<Session, "workspace" | "emit">;
type Ask = UserInput["ask"];

const answers = ["yes", "no", "each", "diff"] as const;

/**
 * Shows every change as a diff, then writes what the user accepts. What is refused on the way is named, and nothing more
 * is written before the user is asked about the rest. Resolves to whether all that was accepted is written.
 */
export async function reviewChanges(shown: Shown, { mode, hint, user }: ReviewOptions): Promise<boolean> {
  const { workspace, emit } = shown;
  const all = await showChanges(shown, { whole: false });
  if (all.length === 0) {
    emit({ type: "notice", message: "No file was changed." });
    return true;
  }
  const refused = new Set<string>();
  let open = all;
  let written = 0;
  let isStopped = false;
  while (open.length > 0 && !isStopped) {
    const accepted = mode === "all" ? open : mode === "ask" ? await askWhich(shown, open, user.ask) : [];
    if (accepted.length === 0) break;
    const paths = accepted.map(({ path }) => path);
    const outcome = await user.interruptible((signal) => workspace.commit(paths, signal), { mayQuit: false });
    written += outcome.written.length;
    if (outcome.written.length > 0) emit({ type: "committed", paths: outcome.written });
    for (const path of outcome.written) refused.delete(path);
    for (const { path, reason } of outcome.refused) {
      refused.add(path);
      emit({ type: "refused", path, message: reason });
    }
    open = accepted.filter(({ path }) => !outcome.written.includes(path) && !refused.has(path));
    if (open.length > 0) emit({ type: "notice", message: `Not done: ${open.map(describeChange).join(", ")}` });
    isStopped = mode === "all" || (open.length > 0 && outcome.refused.length === 0);
    // The user may free the way, and then try again what was refused.
    if (open.length === 0) open = all.filter(({ path }) => refused.has(path));
  }
  if (written === 0) emit({ type: "notice", message: `Nothing on disk was changed${hint && ` (${hint})`}.` });
  return refused.size === 0 && !(isStopped && open.length > 0);
}

async function askWhich(shown: Shown, changes: readonly OverlayChange[], ask: Ask): Promise<OverlayChange[]> {
  const [first] = changes;
  const what = changes.length === 1 && first ? describeChange(first) : `write these ${changes.length} changes to disk`;
  for (;;) {
    const answer = await askFor(ask, `${question(what)} [y]es, [n]o, [e]ach, [d]iff `, answers);
    if (answer === "each") return askForEach(shown, changes, ask);
    if (answer !== "diff") return answer === "yes" ? [...changes] : [];
    await showChanges(shown, { paths: changes.map(({ path }) => path), whole: true });
  }
}

async function askForEach(shown: Shown, changes: readonly OverlayChange[], ask: Ask): Promise<OverlayChange[]> {
  const accepted: OverlayChange[] = [];
  for (const change of changes) {
    await showChanges(shown, { paths: [change.path], whole: true });
    const answer = await askFor(ask, `${question(describeChange(change))} [y]es, [n]o `, ["yes", "no"] as const);
    if (answer === "end") return [];
    if (answer === "yes") accepted.push(change);
  }
  return accepted;
}

function describeChange({ path, kind, from }: OverlayChange): string {
  if (from !== undefined) return `move ${inLine(from)} to ${inLine(path)}`;
  return `${kind === "deleted" ? "delete" : "write"} ${inLine(path)}`;
}

function question(what: string): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}?`;
}

/** Asks until the answer is one of the words, or its first letter. */
async function askFor<T extends string>(ask: Ask, text: string, words: readonly T[]): Promise<T | "end"> {
  for (;;) {
    const answer = (await ask(text))?.trim().toLowerCase();
    if (answer === undefined) return "end";
    const word = words.find((one) => answer === one || answer === one.charAt(0));
    if (word !== undefined) return word;
  }
}
