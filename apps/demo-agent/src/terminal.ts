import { styleText } from "node:util";
import type { AgentEvent, Emit } from "./agent-event.js";
import { diffLines, inLine, printable } from "./printable.js";

export interface TerminalOptions {
  readonly write: (text: string) => void;
  readonly colour: boolean;
  /** Whether a line can be drawn over: progress is shown only then. */
  readonly interactive: boolean;
}

type Style = Parameters<typeof styleText>[0];

const marks = { pending: "○", in_progress: "▸", completed: "✔" } as const;
const kinds = { added: "new", modified: "changed", deleted: "deleted", moved: "moved" } as const;

/** Enough to see what a change is about; the rest is shown when the user asks for it. */
const shownDiffLines = 60;

/** Draws the events of a session for people. What comes from a model or a file cannot steer the terminal. */
export function createTerminal({ write, colour, interactive }: TerminalOptions): Emit {
  const paint = (style: Style, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text);
  let midLine = false;
  let transient = false;
  /** Text can be cut anywhere, also within a character. */
  let halfCharacter = "";
  let plan: Extract<AgentEvent, { type: "plan" }>["todos"] = [];

  const clear = () => {
    if (transient) write("\r\x1b[2K");
    transient = false;
  };
  const line = (text: string) => {
    clear();
    write(`${midLine ? "\n" : ""}${text}\n`);
    midLine = false;
  };

  return (event) => {
    switch (event.type) {
      case "session":
        line(paint("bold", `Agent with ${inLine(event.model)}`));
        for (const { name, directory } of event.places) {
          line(paint("dim", `  ${name === "" ? "" : `${inLine(name)}/  `}${inLine(directory)}`));
        }
        return;
      case "task":
        return line(`${paint("cyan", "Task:")} ${printable(event.text)}`);
      case "text": {
        clear();
        const [, whole = "", half = ""] = /^(.*?)([\ud800-\udbff]?)$/s.exec(halfCharacter + event.delta) ?? [];
        halfCharacter = half;
        const text = printable(whole);
        if (text === "") return;
        write(text);
        midLine = !text.endsWith("\n");
        return;
      }
      case "tool": {
        const mark = event.isError ? paint("red", "✗") : paint("green", "✓");
        const [outcome = ""] = event.outcome.split(/[\r\n]/, 1);
        const time = paint("dim", `${event.milliseconds} ms`);
        const shown = event.isError ? paint("red", short(outcome)) : "";
        return line(`  ${mark} ${[short(event.name), short(event.target), time, shown].filter(Boolean).join(" ")}`);
      }
      case "skipped":
        return line(paint("red", `  ✗ ${event.calls} more calls in this reply were not run`));
      case "progress":
        if (!interactive) return;
        clear();
        // Text is not drawn over, and a line that wraps could not be: what does not fit is left out by the terminal.
        write(
          `${midLine ? "\n" : ""}\x1b[?7l${paint("dim", `  … ${short(`${event.name} ${event.message}`)}`)}\x1b[?7h`,
        );
        midLine = false;
        transient = true;
        return;
      case "plan":
        for (const [index, { content, status }] of event.todos.entries()) {
          const before = plan[index];
          if (!event.whole && before?.content === content && before.status === status) continue;
          const style = status === "completed" ? "green" : status === "in_progress" ? "yellow" : "dim";
          line(paint(style, `  ${marks[status]} ${inLine(content)}`));
        }
        plan = event.todos;
        return;
      case "usage":
        return line(paint("dim", `  ${event.inputTokens} tokens in, ${event.outputTokens} out`));
      case "stop":
        if (event.reason === "done") return line("");
        return line(paint("yellow", `Stopped: ${inLine(event.message === "" ? event.reason : event.message)}`));
      case "change": {
        const { path, kind, from } = event.change;
        const title = `${kinds[kind]}: ${from === undefined ? "" : `${inLine(from)} -> `}${inLine(path)}`;
        line(paint("bold", title));
        const lines = diffLines(event.diff);
        const end = event.whole ? lines.length : shownDiffLines;
        for (const text of lines.slice(0, end)) line(paintDiff(text, paint));
        if (lines.length > end)
          line(paint("dim", `… ${lines.length - end} more lines (/diff PATH or [d]iff shows all)`));
        return;
      }
      case "committed":
        return line(paint("green", `Written to disk: ${event.paths.map((path) => inLine(path)).join(", ")}`));
      case "refused":
        return line(paint("red", `Not written: ${inLine(event.path)}: ${inLine(event.message)}`));
      case "notice":
        return line(inLine(event.message));
      case "error":
        return line(paint("red", `error: ${inLine(event.message)}`));
    }
  };
}

function paintDiff(text: string, paint: (style: Style, text: string) => string): string {
  if (text.startsWith("+")) return paint("green", text);
  if (text.startsWith("-")) return paint("red", text);
  return text.startsWith("@@") ? paint("cyan", text) : text;
}

/** Room for any path of a sane length. */
function short(text: string): string {
  return inLine(text, 300);
}
