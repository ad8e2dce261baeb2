import { type Static, type TProperties, Type } from "typebox";

const todo = Type.Object({
  content: Type.String(),
  status: Type.Enum(["pending", "in_progress", "completed"]),
});

const change = Type.Object({
  path: Type.String(),
  kind: Type.Enum(["added", "modified", "deleted", "moved"]),
  from: Type.Optional(Type.String()),
});

const event = <T extends string, P extends TProperties>(type: T, properties: P) =>
  Type.Object({ type: Type.Literal(type), ...properties });

/** Everything that a session tells, one JSON object a line with `--json`; the terminal draws the same events. */
export const agentEventSchema = Type.Union([
  event("session", {
    model: Type.String(),
    places: Type.Array(Type.Object({ name: Type.String(), directory: Type.String() })),
  }),
  event("task", { text: Type.String() }),
  event("text", { delta: Type.String() }),
  event("tool", {
    turn: Type.Integer(),
    name: Type.String(),
    target: Type.String(),
    milliseconds: Type.Number(),
    outcome: Type.String(),
    isError: Type.Boolean(),
  }),
  event("skipped", { turn: Type.Integer(), calls: Type.Integer() }),
  event("progress", { name: Type.String(), message: Type.String() }),
  event("plan", { todos: Type.Array(todo), whole: Type.Boolean() }),
  event("usage", { turn: Type.Integer(), inputTokens: Type.Integer(), outputTokens: Type.Integer() }),
  event("stop", {
    reason: Type.Enum(["done", "turns", "time", "interrupted", "cut", "failed"]),
    turns: Type.Integer(),
    message: Type.String(),
  }),
  event("change", { change, diff: Type.String(), whole: Type.Boolean() }),
  event("committed", { paths: Type.Array(Type.String()) }),
  event("refused", { path: Type.String(), message: Type.String() }),
  event("notice", { message: Type.String() }),
  event("error", { message: Type.String() }),
]);

export type AgentEvent = Static<typeof agentEventSchema>;
export type StopReason = Extract<AgentEvent, { type: "stop" }>["reason"];
export type Emit = (event: AgentEvent) => void;
