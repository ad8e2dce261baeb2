import { createToolRegistry, type JsonSchema, schema } from "@x/tools";
import fc from "fast-check";
import { Type } from "typebox";
import { expect, test } from "vitest";

const handler = () => ({ content: null });

function definitionsOf(definition: { parameters: object; annotations?: object }) {
  const registry = createToolRegistry();
  registry.register({ name: "t", description: "d", ...definition }, handler);
  return registry.definitions();
}

test("keys are sorted, and properties keep the order in which they were declared", () => {
  const text = JSON.stringify(
    definitionsOf({
      parameters: {
        type: "object",
        required: ["path"],
        properties: {
          path: { type: "string", description: "p" },
          content: { type: "string", description: "c", default: { z: 1, a: { y: 1, b: 2 } } },
          // A property that is called like a keyword is a schema like any other.
          properties: { type: "object", additionalProperties: { type: "string", description: "x" } },
        },
        $defs: { z: { type: "string" }, properties: { type: "object", description: "d" } },
        default: { properties: { b: 1, a: 2 } },
      },
      annotations: { readOnly: true, idempotent: false, destructive: undefined, title: "T" },
    }),
  );
  expect(text).toBe(
    '[{"annotations":{"idempotent":false,"readOnly":true,"title":"T"},"description":"d","name":"t","parameters":{' +
      '"$defs":{"properties":{"description":"d","type":"object"},"z":{"type":"string"}},' +
      '"default":{"properties":{"a":2,"b":1}},"properties":{"path":{"description":"p","type":"string"},' +
      '"content":{"default":{"a":{"b":2,"y":1},"z":1},"description":"c","type":"string"},' +
      '"properties":{"additionalProperties":{"description":"x","type":"string"},"type":"object"}},' +
      '"required":["path"],"type":"object"}}]',
  );
});

test("the same tools give the same bytes, however their keys are ordered", () => {
  const leaf = fc.record({ type: fc.constantFrom("string", "integer"), description: fc.string() });
  const data = fc.dictionary(fc.constantFrom("b", "a", "properties"), fc.jsonValue({ maxDepth: 2 }));
  const node = fc.letrec<{ schema: object }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({
        type: fc.constant("object"),
        title: fc.string(),
        properties: fc.dictionary(fc.constantFrom("z", "a", "properties", "__proto__"), tie("schema"), { maxKeys: 3 }),
        $defs: fc.dictionary(fc.constantFrom("z", "properties"), tie("schema"), { maxKeys: 2 }),
        default: data,
      }),
      fc.record({ type: fc.constant("array"), items: tie("schema"), minItems: fc.nat(3) }),
      fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }), examples: fc.array(data) }),
    ),
  })).schema;
  fc.assert(
    fc.property(node, fc.infiniteStream(fc.nat()), (parameters, numbers: Iterator<number>) => {
      const shuffled = shuffle(parameters, "schema", () => numbers.next().value as number) as object;
      expect(JSON.stringify(definitionsOf({ parameters: shuffled }))).toBe(
        JSON.stringify(definitionsOf({ parameters })),
      );
    }),
    { numRuns: 60 },
  );
});

test("nothing can be changed from outside", () => {
  const registry = createToolRegistry();
  const properties: Record<string, object> = { path: { type: "string" } };
  const definition = { name: "t", description: "d", parameters: { type: "object", properties } };
  registry.register(definition, handler);
  const before = JSON.stringify(registry.definitions());
  properties.other = { type: "string" };
  Object.assign(properties.path!, { type: "integer" });
  definition.description = "changed";
  const given = registry.definitions()[0] as { parameters: JsonSchema; description: string };
  expect(() => (given.description = "changed")).toThrow(TypeError);
  expect(() => Object.assign(given.parameters.properties as object, { x: 1 })).toThrow(TypeError);
  expect(() => (registry.definitions() as unknown[]).push(1)).toThrow(TypeError);
  expect(() => Object.assign(registry, { has: () => true })).toThrow(TypeError);
  expect(JSON.stringify(registry.definitions())).toBe(before);
});

test("a list that was given stays as it was when tools are added", () => {
  const registry = createToolRegistry();
  const before = registry.definitions();
  registry.register({ name: "t", description: "", parameters: {} }, handler);
  expect(before).toEqual([]);
});

test("a TypeBox schema and the same plain schema give the same definition", () => {
  const typed = Type.Object({ a: Type.Optional(Type.Integer({ minimum: 1, description: undefined as never })) });
  const plain = { type: "object", properties: { a: { minimum: 1, type: "integer" } } };
  expect(JSON.stringify(definitionsOf({ parameters: typed }))).toBe(
    JSON.stringify(definitionsOf({ parameters: plain })),
  );
});

test("the schema helpers are plain JSON Schema", () => {
  const parameters = schema.object({
    s: schema.string("a string"),
    i: schema.integer("an integer"),
    n: schema.number("a number"),
    b: schema.boolean("a boolean"),
    e: schema.enum("an enum", ["x", "y"]),
    a: schema.array("an array", schema.object({})),
    o: schema.optional(schema.string("optional")),
  });
  expect(JSON.parse(JSON.stringify(parameters))).toEqual({
    type: "object",
    properties: {
      s: { type: "string", description: "a string" },
      i: { type: "integer", description: "an integer" },
      n: { type: "number", description: "a number" },
      b: { type: "boolean", description: "a boolean" },
      e: { type: "string", enum: ["x", "y"], description: "an enum" },
      a: { type: "array", description: "an array", items: { type: "object", properties: {} } },
      o: { type: "string", description: "optional" },
    },
    required: ["s", "i", "n", "b", "e", "a"],
  });
});

/** The same schema with the keys of every object but `properties` in another order. */
function shuffle(value: unknown, position: "schema" | "properties" | "map" | "data", next: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffle(item, position, next));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => {
    if (position === "data") return [key, shuffle(child, "data", next)];
    if (position !== "schema") return [key, shuffle(child, "schema", next)];
    const data = ["default", "examples"].includes(key);
    const kind = key === "properties" ? "properties" : key === "$defs" ? "map" : data ? "data" : "schema";
    return [key, shuffle(child, kind, next)];
  });
  if (position !== "properties") {
    for (let index = entries.length - 1; index > 0; index--) {
      const other = next() % (index + 1);
      [entries[index], entries[other]] = [entries[other]!, entries[index]!];
    }
  }
  return Object.fromEntries(entries);
}
