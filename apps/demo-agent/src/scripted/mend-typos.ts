import { findLines } from "./find-lines.js";
import { count } from "./index-documents.js";
import { callAll, type Script } from "./script.js";

const marked = String.raw`\[sic: [^\[\]]+ -> [^\[\]]+\]`;

/** Replaces each mark, as in sample/release-notes.md, by its second word, all edits of a reply side by side. */
export function* mendTypos(ownFiles: readonly string[]): Script<string> {
  const found = yield* findLines("Now the typos that somebody marked.", marked, ownFiles, "**/*.{md,txt}");
  const typos = new Map<string, { path: string; old_string: string; new_string: string }>();
  for (const { path, text } of found) {
    for (const [whole, right] of text.matchAll(/\[sic: [^[\]]+ -> ([^[\]]+)\]/g)) {
      typos.set(`${path}\n${whole}`, { path, old_string: whole, new_string: right ?? "" });
    }
  }
  const edits = [...typos.values()].map((typo) => ({ name: "edit_file", arguments: { ...typo, replace_all: true } }));
  const outcomes = yield* callAll(edits.length > 0 ? `I mend ${count(edits.length, "typo")}.` : "", edits);
  const failed = outcomes.filter(({ isError }) => isError).length;
  return `${count(outcomes.length - failed, "typo")} mended${failed > 0 ? `, ${failed} not` : ""}.`;
}
