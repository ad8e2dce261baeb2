import { schema, ToolError, type ToolRegistry } from "@x/tools";
import { describePlan } from "./describe-plan.js";

const parameters = schema.object({
  todos: schema.array(
    "The whole list, in the order of the work. It replaces the last one.",
    schema.object({
      content: schema.string("What is to be done, as an instruction. Not blank."),
      status: schema.enum("pending, in_progress or completed.", ["pending", "in_progress", "completed"]),
    }),
  ),
});

/**
 * Adds `todo_write`, with which a model keeps a plan: each call gives the whole list, which replaces the last one, and
 * gets it back. Nothing is stored: the list lives in the conversation, and a host shows it from the `display` of the
 * result. A taken name is `TOOL_DUPLICATE`.
 */
export function registerPlanTool(registry: ToolRegistry): void {
  registry.register(
    {
      name: "todo_write",
      description:
        "Keeps the plan for a task of several steps. Send the whole list every time: it replaces the last one. " +
        "Keep one item in_progress while you work on it, and mark it completed as soon as it is done.",
      parameters,
      annotations: { title: "Plan", readOnly: true, destructive: false, idempotent: true },
    },
    ({ todos }) => {
      const blank = todos.flatMap(({ content }, index) => (content.trim() === "" ? [index] : []));
      if (blank.length > 0) {
        const faults = blank.slice(0, 20).map((index) => `argument "todos[${index}].content" must not be blank`);
        throw new ToolError("TOOL_INVALID_ARGUMENTS", faults.join("; "));
      }
      return { content: { todos }, display: describePlan(todos) };
    },
  );
}
