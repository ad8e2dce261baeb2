import { type Heading, outlineOf } from "./outline.js";
import { readWhole } from "./read-whole.js";
import { call, type Script } from "./script.js";

export const indexPath = "DOCUMENTS.md";

/** Finds and reads every document, and gives the text of the index. */
export function* surveyDocuments(ownFiles: readonly string[]): Script<{ index: string; report: string }> {
  const found = yield* call("Let me see which documents there are.", "glob", {
    pattern: "**/*.{md,mdx,markdown,MD}",
  });
  const { paths = [], truncated } = (found.value ?? {}) as { paths?: string[]; truncated?: boolean };
  const documents = paths.filter((path) => !ownFiles.includes(path));
  const files = yield* readWhole(`There are ${count(documents.length, "document")}. I read them.`, documents);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const entries = files.map((file) => entryOf(file.path, file.size, file.lines));
  const notes = [
    ...(truncated === true ? ["There are more documents than one listing shows; these are the first."] : []),
    ...documents
      .filter((path) => !files.some((file) => file.path === path))
      .map((path) => `${path} could not be read.`),
  ];
  const head = `# Documents\n\n${count(files.length, "document")}, ${size} bytes in all.\n`;
  return {
    index: [head, ...notes.map((note) => `${note}\n`), ...entries].join("\n"),
    report: `I read ${count(files.length, "document")} with ${size} bytes.`,
  };
}

function entryOf(path: string, size: number, lines: readonly string[]): string {
  const { title, headings } = outlineOf(lines, path);
  const top = Math.min(...headings.map(({ level }) => level));
  const bullet = ({ level, text }: Heading) => `${"  ".repeat(level - top)}- ${text}\n`;
  return `## ${path}\n\n${title} (${size} bytes)\n${headings.length > 0 ? "\n" : ""}${headings.map(bullet).join("")}`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
