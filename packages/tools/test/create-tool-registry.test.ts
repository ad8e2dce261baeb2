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
    ["definitions that refer to each other", circle("allOf")],
    ["alternatives that refer to themselves", circle("anyOf")],
    ["a condition that refers to itself", { $defs: { x: { if: { $ref: "#/$defs/x" } } } }],
    ["a reference that leads nowhere", { properties: { a: { $ref: "#/$defs/nope" } } }],
    ["a reference to what is no schema", { properties: { a: { $ref: "#/default" } }, default: { type: "string" } }],
    ["required that is no list", { required: "a" }],
    ["required that holds no names", { required: [1] }],
    ["a bound that is a text", { properties: { a: { minimum: "5" } } }],
    ["an exclusive bound of an old draft", { properties: { a: { minimum: 5, exclusiveMinimum: true } } }],
    ["a length below 0", { properties: { a: { minLength: -1 } } }],
    ["a size that is no integer", { properties: { a: { maxItems: 1.5 } } }],
    ["a step of 0", { properties: { a: { multipleOf: 0 } } }],
    ["an enum that is no list", { properties: { a: { enum: "x" } } }],
    ["an enum of nothing", { properties: { a: { enum: [] } } }],
    ["no types", { type: [] }],
    ["properties that are a list", { properties: [{ type: "string" }] }],
    ["a property that is no schema", { properties: { a: "string" } }],
    ["alternatives that are no list", { properties: { a: { anyOf: { type: "string" } } } }],
    ["no alternatives", { properties: { a: { anyOf: [] } } }],
    ["items that are no schema", { properties: { a: { items: 5 } } }],
    ["a pattern that is no text", { properties: { a: { pattern: 5 } } }],
    ["dependent names that are no list", { dependentRequired: { a: "b" } }],
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

  test.each<[string, object]>([
    ["a reference to a definition", { properties: { a: { $ref: "#/$defs/x" } }, $defs: { x: { type: "string" } } }],
    ["a reference by an anchor", { properties: { a: { $ref: "#x" } }, $defs: { x: { $anchor: "x", type: "string" } } }],
    [
      "a reference by the schema's own address",
      { $id: "https://x/s", properties: { a: { $ref: "https://x/s#/$defs/x" } }, $defs: { x: { type: "string" } } },
    ],
    [
      "a reference by a relative address",
      { $id: "https://x/s", properties: { a: { $ref: "t" } }, $defs: { x: { $id: "t", type: "string" } } },
    ],
    [
      "a schema that refers to itself for a part of a value",
      { properties: { a: { type: "string" }, child: { $ref: "#" }, list: { type: "array", items: { $ref: "#" } } } },
    ],
    ["data that looks like a broken schema", { properties: { a: { type: "string", default: { required: "a" } } } }],
  ])("takes %s, and enforces it", async (_title, valid) => {
    const registry = createToolRegistry();
    registry.register({ name: "t", description: "", parameters: valid }, handler);
    await expect(registry.check({ name: "t", arguments: { a: "x" } })).resolves.toBeDefined();
    await expect(registry.check({ name: "t", arguments: { a: 1 } })).rejects.toThrow('argument "a" must be a string');
  });

  test("says which keyword holds what it must not", () => {
    const register = () =>
      createToolRegistry().register({ name: "t", description: "", parameters: { required: "a" } }, handler);
    expect(register).toThrow(
      'tool "t" cannot be registered: in a schema of its parameters, required must be a list of names, got "a"',
    );
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

test("repairArguments that is no boolean is a TypeError", () => {
  expect(() => createToolRegistry({ repairArguments: "no" as never })).toThrow(TypeError);
});

test("an interceptor that is no function is a TypeError", () => {
  expect(() => createToolRegistry({ intercept: [5 as never] })).toThrow(TypeError);
});

function circle(keyword: string): object {
  return { $defs: { a: { [keyword]: [{ $ref: "#/$defs/b" }] }, b: { [keyword]: [{ $ref: "#/$defs/a" }] } } };
}

function fail(): never {
  throw new Error("do not read me");
}
