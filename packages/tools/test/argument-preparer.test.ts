import { schema } from "@x/tools";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check } from "./support/check.js";

describe("null", () => {
  test.each<[object, "kept" | "dropped"]>([
    [{ type: "string" }, "dropped"],
    [{ type: ["string", "integer"] }, "dropped"],
    [{ enum: ["a"] }, "dropped"],
    [{ const: "a" }, "dropped"],
    [{ anyOf: [{ type: "string" }, { type: "integer" }] }, "dropped"],
    [{ allOf: [{}, { type: "string" }] }, "dropped"],
    [{ $ref: "#/$defs/text" }, "dropped"],
    [{ type: "null" }, "kept"],
    [{ type: ["string", "null"] }, "kept"],
    [{ enum: ["a", null] }, "kept"],
    [{ const: null }, "kept"],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "kept"],
    [{ oneOf: [{ type: "string" }, { type: "null" }] }, "kept"],
    [{ allOf: [{}, { type: ["string", "null"] }] }, "kept"],
    [{ $ref: "#/$defs/maybe" }, "kept"],
    [{}, "kept"],
    [{ description: "anything" }, "kept"],
  ])("for %j it is %s", async (property, fate) => {
    const $defs = { text: { type: "string" }, maybe: { type: ["string", "null"] } };
    const parameters = { type: "object", properties: { x: property }, $defs };
    expect(await check(parameters, { x: null })).toEqual(fate === "kept" ? { x: null } : {});
    expect(await check({ ...parameters, required: ["x"] }, { x: null })).toEqual(
      fate === "kept" ? { x: null } : 'argument "x" is required',
    );
  });

  test("counts as absent at every depth", async () => {
    const item = schema.object({ a: schema.optional(schema.string("a")), b: schema.optional(schema.integer("b")) });
    const parameters = schema.object({
      list: schema.array("l", schema.object({ inner: item })),
      either: schema.optional({ anyOf: [{ type: "array", items: item }, { type: "null" }] }),
      record: schema.optional({ type: "object", additionalProperties: { type: "string" } }),
    });
    expect(
      await check(parameters, {
        list: [{ inner: { a: null, b: 1 } }, { inner: { a: null, b: null } }],
        either: [{ a: "x", b: null }],
        record: { kept: "y", dropped: null },
      }),
    ).toEqual({ list: [{ inner: { b: 1 } }, { inner: {} }], either: [{ a: "x" }], record: { kept: "y" } });
    expect(await check(parameters, { list: [{ inner: null }, null] })).toBe(
      'argument "list[0].inner" is required; argument "list[1]" must be an object, got null',
    );
  });

  test.each<[string, object]>([
    ["then", { if: { required: ["a"] }, then: { properties: { b: { type: "string" } } } }],
    ["else", { if: { required: ["z"] }, else: { properties: { b: { type: "string" } } } }],
    ["dependentSchemas", { dependentSchemas: { a: { properties: { b: { type: "string" } } } } }],
    [
      "a condition with a rare keyword",
      { if: { properties: { a: { not: { const: "y" } } } }, then: { properties: { b: { type: "string" } } } },
    ],
  ])("counts as absent for what is declared in %s", async (_title, keywords) => {
    const parameters = { properties: { a: { type: "string" } }, ...keywords };
    expect(await check(parameters, { a: "x", b: null })).toEqual({ a: "x" });
    expect(await check(parameters, { a: "x", b: 1 })).toBe('argument "b" must be a string, got number');
  });

  test("stays where its condition does not hold", async () => {
    const parameters = {
      if: { properties: { a: { not: { const: "y" } } } },
      then: { properties: { b: { type: "string" } } },
    };
    expect(await check(parameters, { a: "y", b: null })).toEqual({ a: "y", b: null });
  });

  test("stays in an unknown field", async () => {
    expect(await check({ type: "object", properties: {} }, { x: null })).toEqual({ x: null });
    expect(await check({ type: "object", properties: {}, additionalProperties: false }, { x: null })).toEqual({});
  });
});

describe("repairArguments", () => {
  const edit = schema.object({ old: schema.string("o"), all: schema.optional(schema.boolean("a")) });

  test.each<[object, unknown, unknown]>([
    [{ type: "integer" }, "10", 10],
    [{ type: "integer" }, "-3", -3],
    [{ type: "integer" }, "0", 0],
    [{ type: "number" }, "1.5", 1.5],
    [{ type: "number" }, "-0.25", -0.25],
    [{ type: "number" }, "7", 7],
    [{ type: "boolean" }, "true", true],
    [{ type: "boolean" }, "false", false],
    [{ type: ["integer", "null"] }, "10", 10],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "10", 10],
    [{ anyOf: [{ type: "integer" }, { type: "boolean" }] }, "true", true],
    [{ type: "array", items: { type: "integer" } }, '["1",2]', [1, 2]],
    [{ type: "object" }, ' {"a":"1"} ', { a: "1" }],
    [{ type: "array", items: edit }, { old: "a" }, [{ old: "a" }]],
    [{ type: "array", items: edit }, '{"old":"a"}', [{ old: "a" }]],
    [
      { type: "array", items: edit },
      '[{"old":"a","all":"true"},{"old":"b","all":null}]',
      [{ old: "a", all: true }, { old: "b" }],
    ],
    [{ $ref: "#/$defs/count" }, "10", 10],
    [{ allOf: [{ type: "integer" }] }, "10", 10],
  ])("%j takes %j as %j", async (property, sent, meant) => {
    const parameters = { type: "object", properties: { x: property }, $defs: { count: { type: "integer" } } };
    expect(await check(parameters, { x: sent }, { repairArguments: true })).toEqual({ x: meant });
    expect(await check(parameters, { x: sent })).toMatch(/^argument "x" must be /);
  });

  test.each<[object, unknown]>([
    [{ type: "integer" }, "1.0"],
    [{ type: "integer" }, "1e3"],
    [{ type: "integer" }, " 1"],
    [{ type: "integer" }, "01"],
    [{ type: "integer" }, "+1"],
    [{ type: "integer" }, "-0"],
    [{ type: "integer" }, "0x10"],
    [{ type: "integer" }, ""],
    [{ type: "integer" }, "9007199254740993"],
    [{ type: "integer" }, true],
    [{ type: "number" }, "Infinity"],
    [{ type: "number" }, "0.12345678901234567890"],
    [{ type: "number" }, "1e999"],
    [{ type: "boolean" }, "True"],
    [{ type: "boolean" }, "1"],
    [{ type: "boolean" }, 1],
    [{ type: "array", items: { type: "string" } }, "a"],
    [{ type: "array", items: { type: "string" } }, '"a"'],
    [{ type: "array", items: { type: "string" } }, { a: 1 }],
    [{ type: "array" }, { a: 1 }],
    [{ type: "array" }, "[1"],
    [{ type: "object" }, "[]"],
    [{ type: "object" }, "null"],
    [{ type: "string" }, 10],
    [{ type: "string" }, { a: 1 }],
    [{ enum: [1, 2] }, "1"],
    [{ type: "array" }, '["\\ud800"]'],
    [{ type: "array" }, `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ])("%j does not take %j", async (property, sent) => {
    expect(
      await check({ type: "object", properties: { x: property } }, { x: sent }, { repairArguments: true }),
    ).toMatch(/^argument "x" must be /);
  });

  test.each<[object, string]>([
    [{ type: "string" }, "10"],
    [{ type: "string" }, '{"a":1}'],
    [{ type: ["string", "integer"] }, "10"],
    [{ anyOf: [{ type: "integer" }, { type: "string" }] }, "10"],
    [{}, "true"],
  ])("%j leaves the string %j alone", async (property, sent) => {
    expect(
      await check({ type: "object", properties: { x: property } }, { x: sent }, { repairArguments: true }),
    ).toEqual({
      x: sent,
    });
  });

  test("a string that is not allowed is not parsed where a string is", async () => {
    const property = { anyOf: [{ type: "string", maxLength: 1 }, { type: "integer" }] };
    expect(await check({ properties: { x: property } }, { x: "10" }, { repairArguments: true })).toBe(
      'argument "x" must have at most 1 character, got 2',
    );
  });

  test("never changes a value that was valid", async () => {
    const schemas = fc.letrec<{ schema: object }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<object>(
          { type: "string" },
          { type: "integer" },
          { type: "number", minimum: 0 },
          { type: "boolean" },
          { type: ["string", "null"] },
          { type: "null" },
          { enum: ["1", 1, null, "true"] },
          {},
        ),
        fc.record({ type: fc.constant("array"), items: tie("schema") }),
        fc.record({ type: fc.constant("object"), properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema")) }),
        fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
      ),
    })).schema;
    const values = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>("1", "true", "[]", '{"a":"1"}', "x", 1, 0.5, -1, true, null),
        fc.array(tie("value"), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value")),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(schemas, values, async (property, value) => {
        const parameters = { type: "object", properties: { x: property } };
        const plain = await check(parameters, { x: value });
        fc.pre(typeof plain !== "string");
        expect(await check(parameters, { x: value }, { repairArguments: true })).toEqual(plain);
      }),
      { numRuns: 200 },
    );
  });
});
