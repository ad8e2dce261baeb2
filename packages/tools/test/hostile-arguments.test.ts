import { createToolRegistry, schema } from "@x/tools";
import { describe, expect, test } from "vitest";
import { check } from "./support/check.js";

const parameters = schema.object({
  path: schema.string("p"),
  edits: schema.optional(schema.array("e", schema.object({ old: schema.string("o") }))),
});
const depth = 100_000;

describe("hostile arguments give a short refusal or an answer", () => {
  test.each<[string, unknown]>([
    ["a text nested 100,000 deep", `{"path":"a","x":${"[".repeat(depth)}${"]".repeat(depth)}}`],
    ["an unfinished text nested 100,000 deep", "[".repeat(depth)],
    ["objects nested 100,000 deep", `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`],
    ["an array of more than a million numbers", `{"path":"a","edits":[${"0,".repeat(1_000_000)}0]}`],
    ["300,000 wrong items", { path: "a", edits: Array.from({ length: 300_000 }, () => ({})) }],
    ["an array that claims to be huge", { path: "a", edits: new Array(4_294_967_295) }],
    ["names of a megabyte", { path: "a", edits: { ["\u{1f600}".repeat(500_000)]: 1 }, ["\ud800".repeat(500_000)]: 1 }],
    ["wrong values of a megabyte", { path: ["x".repeat(1_000_000)] }],
    ["a structure that unfolds without end", { path: "a", x: unfolding(60) }],
  ])("%s", async (_title, args) => {
    const refused = await check(parameters, args);
    expect(refused).toBeTypeOf("string");
    expect((refused as string).length).toBeLessThan(10_000);
    expect((refused as string).isWellFormed()).toBe(true);
  });

  test("a content of ten megabytes passes", async () => {
    const args = JSON.stringify({ path: "x".repeat(10_000_000) });
    expect(((await check(parameters, args)) as { path: string }).path).toHaveLength(10_000_000);
  });

  test("twenty faults are listed, and no more", async () => {
    const refused = (await check(parameters, { edits: Array.from({ length: 50 }, () => ({})) })) as string;
    expect(refused.match(/is required/g)).toHaveLength(20);
    expect(refused.endsWith("; and more")).toBe(true);
  });
});

test("alternatives within alternatives cost their number, not its power", async () => {
  const node = (kind: string) => ({
    type: "object",
    properties: { child: { $ref: "#/$defs/node" }, kind: { const: kind }, note: { type: "string" } },
    required: ["kind"],
  });
  const nested = { properties: { tree: { $ref: "#/$defs/node" } }, $defs: { node: { anyOf: [node("a"), node("b")] } } };
  let tree: object = { kind: "b", note: null };
  for (let level = 0; level < 100; level++) tree = { kind: "b", child: tree };
  expect(await check(nested, { tree })).not.toBeTypeOf("string");
  let wrong: object = { kind: "c" };
  for (let level = 0; level < 100; level++) wrong = { kind: "b", child: wrong };
  expect(await check(nested, { tree: wrong }, { repairArguments: true })).toMatch(/must fit one of its 2 forms/);
});

test("Object.prototype is never touched", async () => {
  const registry = createToolRegistry({ repairArguments: true });
  registry.register(
    { name: "t", description: "", parameters: { additionalProperties: { type: "object" } } },
    (args) => ({
      content: args,
    }),
  );
  await registry.run({
    name: "t",
    arguments: '{"__proto__":"{\\"polluted\\":1}","constructor":{"prototype":{"polluted":1}}}',
  });
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

/** An object of a few parts that refer to each other, and so stand for 2^levels values. */
function unfolding(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level++) value = { a: value, b: value };
  return value;
}
