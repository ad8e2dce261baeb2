export interface Todo {
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed";
}

const marks = { pending: "[ ]", in_progress: "[>]", completed: "[x]" } as const;
const maximumLines = 100;
const maximumLineLength = 200;

/** The list for people: a line for each item, with a mark for its status. */
export function describePlan(todos: readonly Todo[]): string {
  if (todos.length === 0) return "The plan is empty.";
  const lines = todos.slice(0, maximumLines).map(({ content, status }) => `${marks[status]} ${oneLine(content)}`);
  if (todos.length > maximumLines) lines.push(`... and ${todos.length - maximumLines} more`);
  return lines.join("\n");
}

/** What a terminal or a page would act on rather than show: control characters, and those that turn text around. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function oneLine(content: string): string {
  const text = content.slice(0, maximumLineLength).replace(/\s+/g, " ").replace(unsafe, "\ufffd").trimStart();
  if (content.length <= maximumLineLength) return text.trimEnd();
  // The cut may have split a character of two units.
  return `${text.replace(/[\ud800-\udbff]$/, "")}...`;
}
