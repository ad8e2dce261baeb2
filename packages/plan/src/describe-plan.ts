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

function oneLine(content: string): string {
  // Cut before the white space is looked at, and by characters: a model may send megabytes.
  const start = [...content.slice(0, maximumLineLength * 2)];
  const cut = start.length > maximumLineLength || content.length > maximumLineLength * 2;
  const text = start.slice(0, maximumLineLength).join("").replace(/\s+/g, " ").trim();
  return cut ? `${text}...` : text;
}
