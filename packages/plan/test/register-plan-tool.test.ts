import { registerPlanTool } from "@x/plan";
import { createToolRegistry } from "@x/tools";
import { expect, test } from "vitest";

function setUp() {
  const registry = createToolRegistry();
  registerPlanTool(registry);
  return (todos: unknown) => registry.run({ name: "todo_write", arguments: { todos } });
}

const todos = [
  { content: "Read the code", status: "completed" },
  { content: "Fix  the\nbug", status: "in_progress" },
  { content: "  Test it ", status: "pending" },
];

test("gives back the validated list, with a mark for each status", async () => {
  const outcome = await setUp()(todos);
  expect(outcome).toMatchObject({ isError: false, text: JSON.stringify({ todos }) });
  expect(outcome.result).toEqual({
    content: { todos },
    display: "[x] Read the code\n[>] Fix the bug\n[ ] Test it",
  });
});

test("an empty list clears the plan", async () => {
  expect((await setUp()([])).result).toEqual({ content: { todos: [] }, display: "The plan is empty." });
});

test("keeps fields that it does not know", async () => {
  const list = [{ content: "a", status: "pending", note: "n" }];
  expect((await setUp()(list)).result!.content).toEqual({ todos: list });
});

test("keeps no state", async () => {
  const write = setUp();
  await write(todos);
  expect((await write([todos[2]])).result!.content).toEqual({ todos: [todos[2]] });
});

test.each<[string, unknown, string]>([
  ["no list", undefined, 'argument "todos" is required'],
  [
    "a blank content",
    [todos[0], { content: " \n", status: "pending" }],
    'argument "todos[1].content" must not be blank',
  ],
  ["a missing content", [{ status: "pending" }], 'argument "todos[0].content" is required'],
  [
    "an unknown status",
    [{ content: "a", status: "done" }],
    'argument "todos[0].status" must be one of "pending", "in_progress", "completed", got "done"',
  ],
])("refuses %s", async (_title, list, fault) => {
  expect(await setUp()(list)).toMatchObject({
    isError: true,
    text: `invalid arguments for todo_write: ${fault}`,
    error: { code: "TOOL_INVALID_ARGUMENTS", tool: "todo_write" },
  });
});

test("what people see is bounded and well formed", async () => {
  const long = { content: "\u{1f600}".repeat(5_000), status: "pending" };
  const { result } = await setUp()([
    { ...long, content: ` ${long.content}` },
    ...Array.from({ length: 200 }, () => long),
  ]);
  expect(result!.display!.length).toBeLessThan(50_000);
  expect(result!.display!.isWellFormed()).toBe(true);
  expect(result!.display!.endsWith("\n... and 101 more")).toBe(true);
});

test("what people see cannot act on their terminal", async () => {
  const content = "a\u001b[2J\u009b1m\u0007\u202eb\u2028c";
  const { result } = await setUp()([{ content, status: "pending" }]);
  expect(result).toMatchObject({ content: { todos: [{ content }] }, display: "[ ] a\ufffd[2J\ufffd1m\ufffd\ufffdb c" });
});

test("is one tool, read-only and idempotent, and a taken name is refused", () => {
  const registry = createToolRegistry();
  registerPlanTool(registry);
  expect(registry.definitions()).toMatchObject([
    { name: "todo_write", annotations: { readOnly: true, destructive: false, idempotent: true } },
  ]);
  expect(() => registerPlanTool(registry)).toThrow(expect.objectContaining({ code: "TOOL_DUPLICATE" }));
});
