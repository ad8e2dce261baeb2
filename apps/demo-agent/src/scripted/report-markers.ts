import { findLines } from "./find-lines.js";
import { count } from "./index-documents.js";
import { callAll, type Script } from "./script.js";

export const markersPath = "MARKERS.md";

// Grouped so that this line is not itself found.
const marker = String.raw`\b(TO(?:DO)|FIX(?:ME))\b`;

/** Finds what is marked as unfinished, reads around each mark, and gives the text of a report grouped by file. */
export function* reportMarkers(ownFiles: readonly string[]): Script<{ markers: string; report: string }> {
  const found = yield* findLines("Next: what is marked as unfinished.", marker, ownFiles);
  const around = yield* callAll(
    found.length > 0 ? `${count(found.length, "marked line")}. I read around each.` : "",
    found.map(({ path, line }) => ({
      name: "read_file",
      arguments: { path, offset: Math.max(1, line - 1), limit: line > 1 ? 3 : 2 },
    })),
  );
  const byFile = new Map<string, string[]>();
  for (const [index, { path, line }] of found.entries()) {
    const { content = "" } = (around[index]?.value ?? {}) as { content?: string };
    const entry = `Line ${line}:\n\n${content.replace(/^/gm, "    ")}\n`;
    byFile.set(path, [...(byFile.get(path) ?? []), entry]);
  }
  const sections = [...byFile].map(([path, entries]) => `## ${path}\n\n${entries.join("\n")}`);
  const head = `# Marked as unfinished\n\n${count(found.length, "line")} in ${count(byFile.size, "file")}.\n`;
  return { markers: [head, ...sections].join("\n"), report: `${count(found.length, "line")} marked as unfinished.` };
}
