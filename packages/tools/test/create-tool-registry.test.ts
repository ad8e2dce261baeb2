import { createToolRegistry, defineTool, schema, ToolError } from "@x/tools";
import { describe, expect, test } from "vitest";

const parameters = schema.object({});
const handler = () => ({ content: null });
const cyclic: Record<string, unknown> = { type: "object" };
cyclic.default = cyclic;
let deep: object = {};
for (let level = 0; level < 10_000; level++) deep = { not: deep };

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return ToolError.is(error) ? error.code : String(error);
  }
  return undefined;
}

test("a registered tool is listed and runs", async () => {
  const registry = createToolRegistry();
  registry.register(
    { name: "greet", description: "Greets.", parameters: schema.object({ name: schema.string("Whom to greet.") }) },
    ({ name }) => ({ content: { greeting: `Hello, ${name}` } }),
  );
  expect(registry.has("greet")).toBe(true);
  await expect(registry.run({ name: "greet", arguments: '{"name":"Ada"}' })).resolves.toMatchObject({
    isError: false,
    text: '{"greeting":"Hello, Ada"}',
  });
});

describe("registration", () => {
  test.each<[unknown, string]>([
    ["", "an empty name"],
    ["a b", "a blank"],
    ["a.b", "a dot"],
    ["é", "a letter that is not ASCII"],
    ["a\n", "a line break"],
    ["x".repeat(65), "65 characters"],
    [5, "a number"],
    [undefined, "no name"],
  ])("refuses the name %j: %s", (name) => {
    const registry = createToolRegistry();
    const register = () => registry.register({ name: name as string, description: "", parameters }, handler);
    expect(codeOf(register)).toBe("TOOL_INVALID_DEFINITION");
    expect(registry.definitions()).toEqual([]);
  });

  test.each(["a", "A-1_z", "x".repeat(64), "constructor", "__proto__", "then"])("takes the name %s", async (name) => {
    const registry = createToolRegistry();
    registry.register({ name, description: "", parameters }, handler);
    expect(registry.has(name)).toBe(true);
    await expect(registry.dispatch({ name })).resolves.toEqual({ content: null });
  });

  test.each<[string, unknown]>([
    ["a function", { type: "object", default: () => 1 }],
    ["a bigint", { type: "object", maxProperties: 1n }],
    ["a symbol", { type: "object", title: Symbol("s") }],
    ["NaN", { type: "object", maxProperties: Number.NaN }],
    ["a date", { type: "object", default: new Date(0) }],
    ["a regular expression", { type: "object", properties: { a: { type: "string", pattern: /x/ } } }],
    ["a map", { type: "object", properties: new Map() }],
    ["a cycle", cyclic],
    ["nesting without end", deep],
    ["an unpaired surrogate", { type: "object", description: "\ud800" }],
    ["an unknown type", { type: "object", properties: { a: { type: "text" } } }],
    ["a broken pattern", { type: "object", properties: { a: { type: "string", pattern: "(" } } }],
    ["a reference to itself", { $ref: "#" }],
    ["a getter that throws", Object.defineProperty({}, "type", { enumerable: true, get: () => fail() })],
    ["null", null],
    ["nothing", undefined],
    ["true", true],
    ["a list", []],
  ])("refuses parameters with %s", (_title, invalid) => {
    const registry = createToolRegistry();
    const register = () => registry.register({ name: "t", description: "", parameters: invalid as object }, handler);
    expect(codeOf(register)).toBe("TOOL_INVALID_DEFINITION");
  });

  test("says where in the parameters the fault is", () => {
    const register = () =>
      createToolRegistry().register(
        { name: "t", description: "", parameters: { properties: { a: { default: 1n } } } },
        handler,
      );
    expect(register).toThrow(
      'tool "t" cannot be registered: in parameters, "properties.a.default" must be a JSON value',
    );
  });

  test.each<[string, object]>([
    ["no description", { name: "t", parameters }],
    ["annotations that are no object", { name: "t", description: "", parameters, annotations: 5 }],
    ["an annotation that is no boolean", { name: "t", description: "", parameters, annotations: { readOnly: "yes" } }],
    ["a title that is no string", { name: "t", description: "", parameters, annotations: { title: 5 } }],
  ])("refuses %s", (_title, definition) => {
    const register = () => createToolRegistry().register(definition as never, handler);
    expect(codeOf(register)).toBe("TOOL_INVALID_DEFINITION");
  });

  test("refuses a missing handler and a missing definition", () => {
    const registry = createToolRegistry();
    const definition = { name: "t", description: "", parameters };
    expect(codeOf(() => registry.register(definition, undefined as never))).toBe("TOOL_INVALID_DEFINITION");
    expect(codeOf(() => registry.register(null as never, handler))).toBe("TOOL_INVALID_DEFINITION");
  });

  test("refuses a taken name, and keeps the first tool", async () => {
    const registry = createToolRegistry();
    registry.register({ name: "t", description: "first", parameters }, () => ({ content: 1 }));
    const again = () => registry.register({ name: "t", description: "second", parameters }, () => ({ content: 2 }));
    expect(codeOf(again)).toBe("TOOL_DUPLICATE");
    await expect(registry.dispatch({ name: "t" })).resolves.toEqual({ content: 1 });
  });
});

describe("registerAll", () => {
  const tool = (name: string) => defineTool({ name, description: "", parameters }, handler);

  test("adds all, in order", () => {
    const registry = createToolRegistry();
    registry.registerAll([tool("b"), tool("a")]);
    expect(registry.definitions().map(({ name }) => name)).toEqual(["b", "a"]);
  });

  test.each([
    ["a taken name", [tool("x"), tool("taken")], "TOOL_DUPLICATE"],
    ["a name twice", [tool("x"), tool("x")], "TOOL_DUPLICATE"],
    ["an invalid tool", [tool("x"), tool("")], "TOOL_INVALID_DEFINITION"],
  ])("adds none where there is %s", (_title, tools, code) => {
    const registry = createToolRegistry();
    registry.register({ name: "taken", description: "", parameters }, handler);
    const before = registry.definitions();
    expect(codeOf(() => registry.registerAll(tools))).toBe(code);
    expect(registry.definitions()).toBe(before);
    expect(registry.has("x")).toBe(false);
  });
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "5"])("callTimeoutMs of %s is a TypeError", (ms) => {
  expect(() => createToolRegistry({ callTimeoutMs: ms as number })).toThrow(TypeError);
});

test("an interceptor that is no function is a TypeError", () => {
  expect(() => createToolRegistry({ intercept: [5 as never] })).toThrow(TypeError);
});

function fail(): never {
  throw new Error("do not read me");
}
