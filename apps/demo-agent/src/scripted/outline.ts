export interface Heading {
  /** 1 for a title, up to 6. */
  readonly level: number;
  readonly text: string;
}

/**
 * The headings of a Markdown document, `#` and underlined ones, outside front matter and code blocks.
 * The title is the first of the highest level, or the first line that holds text, or the file's name.
 */
export function outlineOf(lines: readonly string[], path: string): { title: string; headings: Heading[] } {
  const headings: Heading[] = [];
  let fence: string | undefined;
  let firstText: string | undefined;
  let index = lines[0] === "---" ? lines.indexOf("---", 1) + 1 : 0;
  for (; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const fenced = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (fenced !== undefined && fenced.startsWith(fence) && line.trim() === fenced) fence = undefined;
      continue;
    }
    if (fenced !== undefined) {
      fence = fenced;
      continue;
    }
    const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line);
    if (heading?.[1] !== undefined && heading[2]) headings.push({ level: heading[1].length, text: heading[2] });
    else if (/^ {0,3}(=+|-+)[ \t]*$/.test(line) && isParagraph(lines[index - 1])) {
      headings.push({ level: line.includes("=") ? 1 : 2, text: (lines[index - 1] ?? "").trim() });
    }
    if (firstText === undefined && line.trim() !== "") firstText = line.trim();
  }
  const top = headings.find(({ level }) => level === Math.min(...headings.map((heading) => heading.level)));
  return { title: top?.text ?? firstText ?? path.slice(path.lastIndexOf("/") + 1), headings };
}

function isParagraph(line: string | undefined): boolean {
  return line !== undefined && /^ {0,3}[^\s#>*+\-|`~=]/.test(line);
}
