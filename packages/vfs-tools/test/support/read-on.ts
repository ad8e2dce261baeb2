export interface ReadPart {
  readonly content: string;
  readonly truncated: boolean;
}

const notice = /\[line (\d+) is cut here; read on with offset (\d+) and column (\d+)\]$/;
const mostCalls = 2_000;

/**
 * Reads a file as a model would: at the next line number while there is more, and as the notice says where a line is
 * cut. Gives its lines, and the notices on the way.
 */
export async function readOn(
  read: (offset: number, column: number) => Promise<ReadPart>,
): Promise<{ lines: string[]; notices: string[]; calls: number }> {
  const lines: string[] = [];
  const notices: string[] = [];
  let [offset, column] = [1, 1];
  for (let calls = 1; calls <= mostCalls; calls++) {
    const part = await read(offset, column);
    let next = offset;
    for (const row of part.content === "" ? [] : part.content.split("\n")) {
      const tab = row.indexOf("\t");
      const number = Number(row.slice(0, tab));
      if (number !== next) throw new Error(`line ${number} where ${next} was due`);
      const cut = part.truncated ? notice.exec(row) : null;
      const text = row.slice(tab + 1, cut?.index);
      lines[number - 1] = number === offset && column > 1 ? `${lines[number - 1]}${text}` : text;
      if (cut !== null) {
        notices.push(cut[0]);
        next = Number(cut[2]);
        [offset, column] = [next, Number(cut[3])];
      } else {
        next++;
        [offset, column] = [next, 1];
      }
    }
    if (!part.truncated) return { lines, notices, calls };
  }
  throw new Error("reading on does not come to an end");
}

/** The lines of a text, by the rules of the tools. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  const ended = lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  return last === "" ? ended : [...ended, last];
}
