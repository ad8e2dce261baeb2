import { describe, expect, test } from "vitest";
import type { AgentEvent } from "../src/agent-event.js";
import { diffLines, inLine, printable } from "../src/printable.js";
import { createTerminal } from "../src/terminal.js";

function draw(events: readonly AgentEvent[], options: { colour?: boolean; interactive?: boolean } = {}): string {
  let text = "";
  const emit = createTerminal({ write: (part) => (text += part), colour: false, interactive: false, ...options });
  for (const event of events) emit(event);
  return text;
}

const tool: AgentEvent = {
  type: "tool",
  turn: 1,
  name: "read_file",
  target: "a.txt",
  milliseconds: 1.5,
  outcome: "2 lines",
  isError: false,
};

describe("the terminal", () => {
  test("shows a call in one line, after text that did not end its own", () => {
    expect(draw([{ type: "text", delta: "I look." }, tool])).toBe("I look.\n  ✓ read_file a.txt 1.5 ms\n");
    expect(draw([{ ...tool, isError: true, outcome: "no such file\nmore" }])).toBe(
      "  ✗ read_file a.txt 1.5 ms no such file\n",
    );
  });

  test("shows of a plan what changed, or all of it", () => {
    const todos = (first: "pending" | "completed", whole = false): AgentEvent => ({
      type: "plan",
      whole,
      todos: [
        { content: "One", status: first },
        { content: "Two", status: "in_progress" },
      ],
    });
    const drawn = "  ○ One\n  ▸ Two\n  ✔ One\n";
    expect(draw([todos("pending"), todos("completed")])).toBe(drawn);
    expect(draw([todos("pending"), todos("completed"), todos("completed", true)])).toBe(`${drawn}  ✔ One\n  ▸ Two\n`);
  });

  test("puts a character together that comes in two pieces of text", () => {
    const [high = "", low = ""] = "😀".split("");
    const text = (delta: string): AgentEvent => ({ type: "text", delta });
    expect(draw([text(`a${high}`), text(low), text("b")])).toBe("a😀b");
  });

  test("has colours only where they are wanted", () => {
    const change: AgentEvent = {
      type: "change",
      change: { path: "a", kind: "modified" },
      diff: "@@ -1 +1 @@\n-a\n+b\n",
      whole: false,
    };
    expect(draw([change, tool])).not.toContain("\x1b");
    expect(draw([change], { colour: true })).toContain("\x1b[32m+b\x1b[39m");
  });

  test("draws progress over itself, and only on a terminal", () => {
    const progress: AgentEvent = { type: "progress", name: "grep", message: "100 files" };
    expect(draw([progress, tool])).toBe("  ✓ read_file a.txt 1.5 ms\n");
    const line = "\x1b[?7l  … grep 100 files\x1b[?7h";
    const end = "\r\x1b[2K  ✓ read_file a.txt 1.5 ms\n";
    expect(draw([progress, progress, tool], { interactive: true })).toBe(`${line}\r\x1b[2K${line}${end}`);
    const text: AgentEvent = { type: "text", delta: "I look" };
    expect(draw([text, progress, tool], { interactive: true })).toBe(`I look\n${line}${end}`);
  });

  test("cuts a long progress line without losing its colour's end", () => {
    const progress: AgentEvent = { type: "progress", name: "grep", message: "x".repeat(1000) };
    const drawn = draw([progress], { interactive: true, colour: true });
    expect(drawn).toMatch(/x…\x1b\[22m\x1b\[\?7h$/);
    expect(drawn.length).toBeLessThan(400);
  });

  test("cannot be steered by a model or a file", () => {
    const hostile = "\x1b[2J\x1b]0;title\x07\u202eevil\r\b\x9b31m";
    const events: AgentEvent[] = [
      { type: "text", delta: hostile },
      { ...tool, target: hostile, outcome: hostile, isError: true },
      { type: "plan", todos: [{ content: hostile, status: "pending" }], whole: false },
      { type: "change", change: { path: hostile, kind: "moved", from: hostile }, diff: hostile, whole: true },
      { type: "refused", path: hostile, message: hostile },
      { type: "error", message: hostile },
      { type: "task", text: hostile },
    ];
    expect(draw(events)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
  });

  test("draws no second line for what a model or a file put into one", () => {
    const forged = "a.txt\nWritten to disk: z.txt\r\n\u2028\u0085✔ done";
    const events: AgentEvent[] = [
      { ...tool, name: forged, target: forged, outcome: forged },
      { type: "plan", todos: [{ content: forged, status: "pending" }], whole: false },
      { type: "change", change: { path: forged, kind: "added" }, diff: "+a\u2028+b\r+c", whole: true },
      { type: "committed", paths: [forged] },
      { type: "refused", path: forged, message: forged },
      { type: "error", message: forged },
    ];
    const lines = draw(events).trimEnd().split("\n");
    expect(lines).toHaveLength(events.length + 1);
    expect(lines.filter((line) => line.startsWith("Written to disk: z.txt"))).toEqual([]);
    expect(lines.join("")).not.toMatch(/[\r\u2028\u0085]/);
  });

  test("cuts a long diff unless all of it is asked for", () => {
    const diff = `${Array.from({ length: 400 }, (_, index) => `+line ${index}`).join("\n")}\n`;
    const change = { path: "a", kind: "added" } as const;
    expect(draw([{ type: "change", change, diff, whole: false }])).toMatch(/\+line 59\n… 340 more lines/);
    expect(draw([{ type: "change", change, diff, whole: true }]).split("\n")).toHaveLength(402);
  });
});

test("text keeps its tabs and lines; inside a line they are written out", () => {
  expect(printable("a\tb\r\nc — ✓")).toBe("a\tb\nc — ✓");
  expect(inLine("a\tb\r\nc — ✓\u200b\u{e0041}")).toBe("a\\tb\\r\\nc — ✓\\u{200b}\\u{e0041}");
  expect(inLine("abcdef", 3)).toBe("abc…");
  expect(diffLines("+a\tb\r\n-c\u001b[2J\n")).toEqual(["+a\tb", "-c\\u{1b}[2J"]);
});
