import { call, callAll, type Outcome, type Script, type ToolRequest } from "./script.js";

/** A text file as read_file showed it, put together from as many windows as that took. */
export interface WholeFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly lines: readonly string[];
}

interface Window {
  readonly content: string;
  readonly size: number;
  readonly truncated: boolean;
}

const notice = /^\[line \d+ is cut here; read on with offset (\d+) and column (\d+)\]$/;

/** Reads files to their ends, the first windows side by side; leaves out those that cannot be read as text. */
export function* readWhole(text: string, paths: readonly string[]): Script<WholeFile[]> {
  const requests = paths.map((path): ToolRequest => ({ name: "read_file", arguments: { path } }));
  const outcomes = yield* callAll(text, requests);
  const files: WholeFile[] = [];
  for (const [index, path] of paths.entries()) {
    const file = yield* readOn(path, outcomes[index]);
    if (file !== undefined) files.push(file);
  }
  return files;
}

function* readOn(path: string, first: Outcome | undefined): Script<WholeFile | undefined> {
  const lines: string[] = [];
  let outcome = first;
  let continues = false;
  for (;;) {
    const window = windowOf(outcome);
    if (window === undefined) return undefined;
    const shown = window.content === "" ? [] : window.content.split("\n");
    const cut = notice.exec(shown.at(-1) ?? "");
    if (cut !== null && window.truncated) shown.pop();
    for (const [index, numbered] of shown.entries()) {
      const line = numbered.slice(numbered.indexOf("\t") + 1);
      if (index === 0 && continues) lines.push((lines.pop() ?? "") + line);
      else lines.push(line);
    }
    if (!window.truncated) return { path, size: window.size, lines };
    continues = cut !== null;
    const [offset, column] = cut === null ? [lines.length + 1] : [Number(cut[1]), Number(cut[2])];
    outcome = yield* call("", "read_file", { path, offset, ...(column !== undefined && { column }) });
  }
}

function windowOf(outcome: Outcome | undefined): Window | undefined {
  const value = outcome?.value as Partial<Window> & { total_lines?: number };
  if (outcome === undefined || outcome.isError || typeof value.total_lines !== "number") return undefined;
  const { content, size, truncated } = value;
  return typeof content === "string" && typeof size === "number"
    ? { content, size, truncated: truncated === true }
    : undefined;
}
