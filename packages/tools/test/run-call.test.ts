import { createToolRegistry, schema, type ToolCall, ToolError } from "@x/tools";
import { expect, test } from "vitest";

const registry = createToolRegistry();
registry.register({ name: "echo", description: "", parameters: schema.object({}) }, (args) => ({
  content: args,
  display: "echoed",
}));
registry.register({ name: "huge", description: "", parameters: {} }, () => ({ content: "x".repeat(100_000) }));
registry.register({ name: "nan", description: "", parameters: {} }, () => ({ content: { a: Number.NaN } }));
registry.register({ name: "fails", description: "", parameters: {} }, () => {
  throw new Error("the file is gone");
});

test("a success", async () => {
  expect(await registry.run({ id: "c", name: "echo", arguments: '{"a":1}' })).toEqual({
    callId: "c",
    name: "echo",
    isError: false,
    text: '{"a":1}',
    result: { content: { a: 1 }, display: "echoed" },
  });
});

test("a failure", async () => {
  expect(await registry.run({ name: "fails" }, { callId: "e" })).toEqual({
    callId: "e",
    name: "fails",
    isError: true,
    text: "the file is gone",
    error: new Error("the file is gone"),
  });
});

test("a result past the cap is cut for the model and whole for the host", async () => {
  const outcome = await registry.run({ name: "huge" });
  expect(Buffer.byteLength(outcome.text)).toBeLessThanOrEqual(65_536);
  expect(JSON.parse(outcome.text)).toMatchObject({ truncated: true });
  expect(outcome.result!.content).toHaveLength(100_000);
});

test("a result that cannot be encoded is an error", async () => {
  expect(await registry.run({ name: "nan" })).toMatchObject({
    isError: true,
    text: "the result cannot be encoded: content.a is NaN",
    error: { code: "TOOL_RESULT_UNENCODABLE" },
  });
});

const hostile = (property: string) =>
  Object.defineProperty({ name: "echo" }, property, {
    enumerable: true,
    get() {
      throw new Error("read");
    },
  });

test.each<[string, unknown]>([
  ["null", null],
  ["undefined", undefined],
  ["a number", 5],
  ["a text", "echo"],
  ["no name", {}],
  ["a name that is no string", { name: { toString: () => "echo" } }],
  ["a name of ten megabytes", { name: "x".repeat(10_000_000) }],
  ["an ill-formed name", { name: "\ud800" }],
  ["a getter that throws for the name", hostile("name")],
  ["a getter that throws for the id", hostile("id")],
  ["a getter that throws for the arguments", hostile("arguments")],
  ["a getter that throws in the arguments", { name: "echo", arguments: hostile("x") }],
  ["arguments that are a proxy that throws", { name: "echo", arguments: new Proxy({}, { ownKeys: () => 5 as never }) }],
  ["a revoked proxy", revoked()],
])("never rejects: %s", async (_title, call) => {
  const outcome = await registry.run(call as ToolCall);
  expect(outcome.isError).toBe(true);
  expect(ToolError.is(outcome.error)).toBe(true);
  expect(outcome.text.length).toBeGreaterThan(0);
  expect(outcome.text.length).toBeLessThan(1_000);
  expect(outcome.text.isWellFormed() && outcome.name.isWellFormed()).toBe(true);
});

test("never rejects: an environment that is no use", async () => {
  expect(await registry.run({ name: "echo" }, { signal: "now" as never })).toMatchObject({ isError: true });
  expect(await registry.run({ name: "echo" }, null as never)).toMatchObject({ isError: false });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
