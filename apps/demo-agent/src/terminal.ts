import { styleText } from "node:util";
import type { AgentEvent, Emit } from "./agent-event.js";

export interface TerminalOptions {
  readonly write: (text: string) => void;
  readonly colour: boolean;
  /** Whether a line can be drawn over: progress is shown only then. */
  readonly interactive: boolean;
}

type Style = Parameters<typeof styleText>[0];

const marks = { pending: "○", in_progress: "▸", completed: "✔" } as const;
const kinds = { added: "new", modified: "changed", deleted: "deleted", moved: "moved" } as const;

/** Enough to see what a change is about; `--json` has all of it. */
const shownDiffLines = 60;

/** Draws the events of a session for people. What comes from a model or a file cannot steer the terminal. */
export function createTerminal({ write, colour, interactive }: TerminalOptions): Emit {
  const paint = (style: Style, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text);
  let midLine = false;
  let transient = false;
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
        line(paint("bold", `Agent with ${printable(event.model)}`));
        for (const { name, directory } of event.places) {
          line(paint("dim", `  ${name === "" ? "" : `${printable(name)}/  `}${printable(directory)}`));
        }
        return;
      case "task":
        return line(`${paint("cyan", "Task:")} ${printable(event.text)}`);
      case "text": {
        clear();
        const text = printable(event.delta);
        if (text === "") return;
        write(text);
        midLine = !text.endsWith("\n");
        return;
      }
      case "tool": {
        const mark = event.isError ? paint("red", "✗") : paint("green", "✓");
        const [outcome = ""] = printable(event.outcome).split("\n", 1);
        const time = paint("dim", `${event.milliseconds} ms`);
        const shown = event.isError ? paint("red", outcome) : "";
        return line(`  ${mark} ${[event.name, printable(event.target), time, shown].filter(Boolean).join(" ")}`);
      }
      case "progress":
        if (!interactive) return;
        clear();
        write(paint("dim", `  … ${event.name} ${printable(event.message)}`.slice(0, 78)));
        transient = true;
        return;
      case "plan":
        for (const [index, { content, status }] of event.todos.entries()) {
          const before = plan[index];
          if (before?.content === content && before.status === status) continue;
          const style = status === "completed" ? "green" : status === "in_progress" ? "yellow" : "dim";
          line(paint(style, `  ${marks[status]} ${printable(content)}`));
        }
        plan = event.todos;
        return;
      case "usage":
        return line(paint("dim", `  ${event.inputTokens} tokens in, ${event.outputTokens} out`));
      case "stop":
        if (event.reason === "done") return line("");
        return line(paint("yellow", `Stopped: ${printable(event.message === "" ? event.reason : event.message)}`));
      case "change": {
        const { path, kind, from } = event.change;
        const title = `${kinds[kind]}: ${from === undefined ? "" : `${printable(from)} -> `}${printable(path)}`;
        line(paint("bold", title));
        const lines = printable(event.diff).trimEnd().split("\n");
        for (const text of lines.slice(0, shownDiffLines)) line(paintDiff(text, paint));
        if (lines.length > shownDiffLines) line(paint("dim", `… ${lines.length - shownDiffLines} more lines`));
        return;
      }
      case "committed":
        return line(paint("green", `Written to disk: ${event.paths.map(printable).join(", ")}`));
      case "notice":
        return line(printable(event.message));
      case "error":
        return line(paint("red", `error: ${printable(event.message)}`));
    }
  };
}

function paintDiff(text: string, paint: (style: Style, text: string) => string): string {
  if (text.startsWith("+")) return paint("green", text);
  if (text.startsWith("-")) return paint("red", text);
  return text.startsWith("@@") ? paint("cyan", text) : text;
}

/** The text without control characters: escape sequences of a file or a model would be carried out otherwise. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, "�");
}
