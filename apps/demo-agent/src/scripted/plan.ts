import { call, type Script } from "./script.js";

export interface Step {
  readonly title: string;
  readonly work: () => Script<string>;
}

/** Works through the steps one by one and ticks each off in the plan; gives what the steps reported. */
export function* workThrough(opening: string, steps: readonly Step[]): Script<string[]> {
  const reports: string[] = [];
  for (const [current, step] of steps.entries()) {
    yield* call(current === 0 ? opening : (reports.at(-1) ?? ""), "todo_write", { todos: todos(steps, current) });
    reports.push(yield* step.work());
  }
  yield* call(reports.at(-1) ?? "", "todo_write", { todos: todos(steps, steps.length) });
  return reports;
}

function todos(steps: readonly Step[], current: number) {
  return steps.map(({ title }, index) => ({
    content: title,
    status: index < current ? "completed" : index === current ? "in_progress" : "pending",
  }));
}
