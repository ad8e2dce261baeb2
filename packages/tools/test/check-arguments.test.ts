import { createToolRegistry, schema } from "@x/tools";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { check, failure } from "./support/check.js";

describe("the name", () => {
  const registry = createToolRegistry();
  for (const name of ["a", "b"]) registry.register({ name, description: "", parameters: {} }, () => ({ content: 1 }));

  test.each(["x", "constructor", "__proto__", "then", "toString", "hasOwnProperty", ""])(
    "%j is unknown",
    async (name) => {
      const error = await failure(registry.dispatch({ name }));
      expect(error).toMatchObject({
        code: "TOOL_UNKNOWN",
        message: `unknown tool ${JSON.stringify(name)}; available tools: a, b`,
      });
    },
  );

  test("a name of any size or kind gives a short, well-formed message", async () => {
    const long = await failure(registry.dispatch({ name: `${"x".repeat(119)}\u{1f600}${"y".repeat(10_000_000)}` }));
    expect(long.message).toBe(`unknown tool "${"x".repeat(119)}..."; available tools: a, b`);
    expect((await failure(registry.dispatch({ name: "\ud800" }))).message.isWellFormed()).toBe(true);
    for (const name of [5, null, undefined, {}, ["a"]]) {
      await expect(registry.dispatch({ name: name as never })).rejects.toMatchObject({ code: "TOOL_UNKNOWN" });
    }
    await expect(createToolRegistry().dispatch({ name: "x" })).rejects.toThrow("no tools are available");
  });
});

describe("the arguments are a JSON object", () => {
  test.each([undefined, "", " \n\t", "{}", {}])("%j counts as {}", async (args) => {
    expect(await check({}, args)).toEqual({});
  });

  test.each<[unknown, string]>([
    ["null", "null"],
    [null, "null"],
    ["[]", "array"],
    [[], "array"],
    ["5", "number"],
    ['"{}"', "string"],
    [true, "boolean"],
    [() => 1, "function"],
  ])("%j is refused", async (args, got) => {
    expect(await check({}, args)).toBe(`arguments must be a JSON object, got ${got}`);
  });

  test.each(["{", "{'a':1}", "{a:1}", "{}{}", "undefined", "\u0000"])("the text %j is refused", async (text) => {
    expect(await check({}, text)).toMatch(/^arguments must be a JSON object, got text that is not valid JSON: ./);
  });

  test("the handler gets a frozen copy", async () => {
    const args = { list: [{ a: 1 }] };
    const received = (await check({}, args)) as typeof args;
    expect(received).toEqual(args);
    expect(received).not.toBe(args);
    expect(Object.isFrozen(received.list[0])).toBe(true);
    expect(Object.isFrozen(args)).toBe(false);
  });

  test("what is no JSON in an object is refused by its place", async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(await check({}, { a: { b: [1n] }, f: () => 1, d: new Date(0), n: Number.NaN, u: undefined })).toBe(
      'argument "a.b[0]" must be a JSON value, got bigint; argument "f" must be a JSON value, got function; ' +
        'argument "d" must be a JSON value, got an instance of a class; argument "n" must be a JSON value, got NaN',
    );
    expect(await check({}, cycle)).toBe('argument "self" must be a JSON value, got a cycle');
    expect(await check({}, { u: undefined })).toEqual({});
  });
});

describe("faults", () => {
  test.each<[object | boolean, unknown, string]>([
    [{ type: "integer" }, "x", "must be an integer, got string"],
    [{ type: "integer" }, 1.5, "must be an integer, got number"],
    [{ type: "number" }, true, "must be a number, got boolean"],
    [{ type: "string" }, { a: 1 }, "must be a string, got object"],
    [{ type: "boolean" }, "yes", "must be a boolean, got string"],
    [{ type: "array" }, {}, "must be an array, got object"],
    [{ type: "object" }, [], "must be an object, got array"],
    [{ type: ["string", "null"] }, 5, "must be a string or null, got number"],
    [{ type: "null" }, 5, "must be null, got 5"],
    [{ enum: ["a", "b"] }, "c", 'must be one of "a", "b", got "c"'],
    [{ type: "string", enum: ["a", "b"] }, 5, 'must be one of "a", "b", got 5'],
    [{ enum: ["a", 1, null] }, [], 'must be one of "a", 1, null, got array'],
    [{ const: "a" }, "b", 'must be "a", got "b"'],
    [{ const: { a: [1], b: 2 } }, { a: [1] }, 'must be {"a":[1],"b":2}, got object'],
    [{ type: "integer", minimum: 1 }, 0, "must be at least 1, got 0"],
    [{ type: "integer", maximum: 5 }, 6, "must be at most 5, got 6"],
    [{ type: "number", exclusiveMinimum: 0 }, 0, "must be more than 0, got 0"],
    [{ type: "number", exclusiveMaximum: 1 }, 1, "must be less than 1, got 1"],
    [{ type: "number", multipleOf: 5 }, 7, "must be a multiple of 5"],
    [{ type: "string", minLength: 1 }, "", "must not be empty"],
    [{ type: "string", minLength: 2 }, "\u{1f600}", "must have at least 2 characters, got 1"],
    [{ type: "string", maxLength: 1 }, "ab", "must have at most 1 character, got 2"],
    [{ type: "string", pattern: "^a+$" }, "b", 'must match the pattern ^a+$, got "b"'],
    [{ type: "string", format: "email" }, "b", "must be a valid email"],
    [{ type: "array", minItems: 1 }, [], "must not be empty"],
    [{ type: "array", maxItems: 1 }, [1, 2], "must have at most 1 item, got 2"],
    [{ type: "array", uniqueItems: true }, [1, 1], "must not hold the same item twice"],
    [{ type: "object", minProperties: 2 }, { a: 1 }, "must have at least 2 properties, got 1"],
    [{ anyOf: [{ const: "a" }, { const: "b" }, { type: "null" }] }, "c", 'must be one of "a", "b", null, got "c"'],
    [{ anyOf: [{ type: "string" }, { type: "integer" }] }, true, "must be a string or an integer, got boolean"],
    [{ anyOf: [{ type: "string", minLength: 1 }, { type: "null" }] }, "", "must not be empty"],
    [{ oneOf: [{ type: "integer" }, { type: "number" }] }, 1, "must fit exactly one of its forms, but fits 2"],
    [{ anyOf: [{ required: ["a"] }, { required: ["b"] }] }, {}, "must fit one of its 2 forms"],
    [{ allOf: [{ type: "integer" }, { minimum: 3 }] }, 1, "must be at least 3, got 1"],
    [{ oneOf: [{ multipleOf: 3 }, { multipleOf: 5 }] }, 15, "must fit exactly one of its forms, but fits 2"],
    [{ if: { minimum: 10 }, then: { multipleOf: 10 }, else: { minimum: 1 } }, 0, "must be at least 1, got 0"],
    [false, 1, "is not allowed"],
  ])("%j and %j", async (property, value, problem) => {
    const parameters = { type: "object", properties: { x: property }, required: ["x"] };
    const received = await check(parameters, { x: value });
    expect(received).toMatch(/^argument "x" /);
    expect((received as string).slice('argument "x" '.length).replace(/, only "x"$/, "")).toBe(problem);
  });

  test.each<[object | boolean, unknown]>([
    [{ type: "integer" }, 10.0],
    [{ type: "number" }, 1],
    [{ enum: [{ a: 1, b: 2 }] }, { b: 2, a: 1 }],
    [{ type: "string", maxLength: 1 }, "\u{1f600}"],
    [{ prefixItems: [{ type: "string" }], items: { type: "integer" } }, ["a", 1]],
    [{ $ref: "#/$defs/a~1b" }, "text"],
    [{ oneOf: [{ multipleOf: 3 }, { multipleOf: 5 }] }, 10],
    [{ oneOf: [{ $ref: "#/$defs/third" }, { multipleOf: 5 }] }, 10],
    [{ if: { not: { type: "string" } }, then: { type: "integer" } }, "text"],
    [true, null],
  ])("%j takes %j", async (property, value) => {
    const parameters = {
      type: "object",
      properties: { x: property },
      $defs: { "a/b": { type: "string" }, third: { multipleOf: 3 } },
    };
    expect(await check(parameters, { x: value })).toEqual({ x: value });
  });

  test.each<[string, object, unknown, boolean]>([
    [
      "the root",
      {
        oneOf: [
          { $ref: "#", multipleOf: 3 },
          { type: "integer", multipleOf: 5 },
        ],
      },
      10,
      true,
    ],
    ["the root", { oneOf: [{ type: "string" }, { $ref: "#" }] }, { x: { x: { at: "2020-01-01" } } }, true],
    ["the root", { oneOf: [{ type: "string" }, { $ref: "#" }] }, { x: { x: { at: "today" } } }, false],
    ["a property", { oneOf: [{ type: "integer" }, { $ref: "#/properties/at" }] }, "2020-01-01", true],
    ["a property", { oneOf: [{ type: "integer" }, { $ref: "#/properties/at" }] }, "today", false],
    ["an anchor", { oneOf: [{ type: "integer" }, { $ref: "#day" }] }, "2020-01-01", true],
  ])("alternatives with rare keywords may refer to %s", async (_title, property, value, valid) => {
    const at = { $anchor: "day", type: "string", format: "date" };
    const received = await check({ type: "object", properties: { at, x: property } }, { x: value });
    if (valid) expect(received).toEqual({ x: value });
    else expect(received).toMatch(/^argument "x/);
  });

  test("a condition with rare keywords in a schema with an address", async () => {
    const parameters = {
      $id: "https://x/s",
      properties: { x: { if: { multipleOf: 2 }, then: { minimum: 10 } } },
    };
    expect(await check(parameters, { x: 3 })).toEqual({ x: 3 });
    expect(await check(parameters, { x: 4 })).toMatch(/^argument "x" /);
  });

  test("all faults stand in one message, in the order of the declaration", async () => {
    const parameters = schema.object({
      path: schema.string("p"),
      offset: schema.optional(schema.integer("o")),
      edits: schema.array("e", schema.object({ old: schema.string("o"), all: schema.optional(schema.boolean("b")) })),
    });
    expect(await check(parameters, { edits: [{ old: "a" }, {}, { old: "b", all: "no" }], offset: "x" })).toBe(
      'argument "path" is required; argument "offset" must be an integer, got string; ' +
        'argument "edits[1].old" is required; argument "edits[2].all" must be a boolean, got string',
    );
  });

  test("unknown fields pass through unless the schema forbids them", async () => {
    const open = { type: "object", properties: { a: { type: "string" } } };
    expect(await check(open, { b: 1 })).toEqual({ b: 1 });
    expect(await check({ ...open, additionalProperties: false }, { b: 1 })).toBe(
      'argument "b" is not allowed, only "a"',
    );
    expect(await check({ ...open, additionalProperties: { type: "integer" } }, { b: "x" })).toBe(
      'argument "b" must be an integer, got string',
    );
    const patterns = { patternProperties: { "^x_": { type: "integer" } }, additionalProperties: false };
    expect(await check(patterns, { x_a: 1 })).toEqual({ x_a: 1 });
    expect(await check(patterns, { x_a: "1", y: 1 })).toBe(
      'argument "x_a" must be an integer, got string; argument "y" is not allowed',
    );
  });

  test("every string must be well formed, names and unknown fields included", async () => {
    expect(await check({ required: ["path"] }, '{"a":["\\ud800"],"\\udc00":1}')).toBe(
      'argument "a[0]" must be well formed, got an unpaired surrogate; ' +
        "arguments must have well-formed names, got an unpaired surrogate; " +
        'argument "path" is required',
    );
  });

  test("the names of the prototype are fields like any other", async () => {
    const parameters = { type: "object", properties: { constructor: { type: "string" } }, required: ["constructor"] };
    expect(await check(parameters, {})).toBe('argument "constructor" is required');
    expect(await check({ required: ["toString", "__proto__"] }, {})).toBe(
      'argument "toString" is required; argument "__proto__" is required',
    );
    const own = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as object;
    expect(await check(own, '{"__proto__":5}')).toBe('argument "__proto__" must be a string, got number');
    const received = await check({}, '{"__proto__":{"polluted":1},"constructor":2}');
    expect(Object.getPrototypeOf(received)).toBe(Object.prototype);
    expect(Object.keys(received as object)).toEqual(["__proto__", "constructor"]);
    expect(received).not.toHaveProperty("polluted");
  });

  test("parameters that are not an object schema enforce nothing", async () => {
    expect(await check({ type: "string" }, { a: 1 })).toEqual({ a: 1 });
    expect(await check({ type: "array", items: { type: "string" } }, { a: null })).toEqual({ a: null });
    expect(await check({}, { a: null })).toEqual({ a: null });
  });

  test("an alternative is recognised by its marks, and its faults are named", async () => {
    const add = {
      type: "object",
      properties: { kind: { const: "add" }, text: { type: "string" } },
      required: ["text"],
    };
    const cut = {
      type: "object",
      properties: { kind: { const: "cut" }, from: { type: "integer" } },
      required: ["from"],
    };
    const parameters = { properties: { step: { oneOf: [add, { $ref: "#/$defs/cut" }] } }, $defs: { cut } };
    expect(await check(parameters, { step: { kind: "cut" } })).toBe('argument "step.from" is required');
    expect(await check(parameters, { step: { kind: "move" } })).toBe('argument "step" must fit one of its 2 forms');
  });

  test("a recursive schema", async () => {
    const node = { type: "object", properties: { next: { $ref: "#/$defs/node" } }, additionalProperties: false };
    const parameters = { properties: { node: { $ref: "#/$defs/node" } }, $defs: { node } };
    expect(await check(parameters, { node: { next: { next: { x: 1 } } } })).toBe(
      'argument "node.next.next.x" is not allowed, only "next"',
    );
    const cyclic = Type.Object({ tree: Type.Cyclic({ Tree: Type.Object({ left: Type.Ref("Tree") }) }, "Tree") });
    expect(await check(cyclic, { tree: { left: 5 } })).toBe('argument "tree.left" must be an object, got number');
  });

  test("rare keywords are enforced too", async () => {
    const parameters = { type: "object", properties: { a: { not: { const: 1 } }, b: { type: "string" } } };
    expect(await check(parameters, { a: 2, b: "x" })).toEqual({ a: 2, b: "x" });
    expect(await check(parameters, { a: 1 })).toMatch(/^argument "a" ./);
    expect(await check({ dependentRequired: { a: ["b"] } }, { a: 1 })).toMatch(/./);
    expect(await check({ if: { required: ["a"] }, then: { required: ["b"] } }, { a: 1 })).toBeTypeOf("string");
  });
});
