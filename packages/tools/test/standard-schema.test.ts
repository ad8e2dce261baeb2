import { createToolRegistry, defineTool, type StandardSchema, type ToolInterceptor } from "@x/tools";
import { type } from "arktype";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { check } from "./support/check.js";

const result = { content: null };
const definition = { name: "t", description: "" };

describe("handlers are typed from the output", () => {
  test("of Zod", () => {
    const parameters = z.object({
      path: z.string(),
      size: z
        .string()
        .transform((text) => text.length)
        .optional(),
    });
    defineTool({ ...definition, parameters }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{ path: string; size?: number | undefined }>();
      return result;
    });
  });

  test("of ArkType", () => {
    const parameters = type({ path: "string", "count?": "string.numeric.parse" });
    createToolRegistry().register({ ...definition, parameters }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{ path: string; count?: number }>();
      return result;
    });
  });
});

const schemas = {
  Zod: z.object({
    path: z.string().min(1),
    limit: z.int().min(1).optional(),
    mode: z.enum(["a", "b"]).optional(),
    note: z.string().nullable().optional(),
    edits: z.array(z.object({ old: z.string(), all: z.boolean().optional() })).optional(),
  }),
  ArkType: type({
    path: "string > 0",
    "limit?": "number.integer >= 1",
    "mode?": "'a' | 'b'",
    "note?": "string | null",
    "edits?": type({ old: "string", "all?": "boolean" }).array(),
  }),
};

describe.each(Object.entries(schemas))("%s", (_library, parameters: StandardSchema) => {
  test("gives its JSON Schema to the definition", () => {
    const registry = createToolRegistry();
    registry.register({ ...definition, parameters }, () => result);
    const [listed] = registry.definitions();
    expect(listed!.parameters).toMatchObject({
      type: "object",
      required: ["path"],
      properties: { path: { type: "string", minLength: 1 }, limit: { type: "integer", minimum: 1 } },
    });
    expect(listed!.parameters).not.toHaveProperty("$schema");
    expect(Object.isFrozen(listed!.parameters.properties)).toBe(true);
  });

  test("takes valid arguments", async () => {
    const args = { path: "a", limit: 2, mode: "b", note: "n", edits: [{ old: "x", all: true }] };
    expect(await check(parameters, args)).toEqual(args);
    expect(await check(parameters, JSON.stringify(args))).toEqual(args);
  });

  test("null counts as left out where the schema allows none", async () => {
    expect(
      await check(parameters, { path: "a", limit: null, mode: null, note: null, edits: [{ old: "x", all: null }] }),
    ).toEqual({ path: "a", note: null, edits: [{ old: "x" }] });
    expect(await check(parameters, { path: null })).toBe('argument "path" is required');
  });

  test("names all faults in the one form", async () => {
    const refused = await check(parameters, { path: 5, limit: "x", mode: "c", edits: [{}, { old: "x", all: "no" }] });
    expect((refused as string).split("; ").sort()).toEqual([
      'argument "edits[0].old" is required',
      'argument "edits[1].all" must be a boolean, got string',
      'argument "limit" must be an integer, got string',
      'argument "mode" must be one of "a", "b", got "c"',
      'argument "path" must be a string, got number',
    ]);
    expect(await check(parameters, { path: "\ud800" })).toBe(
      'argument "path" must be well formed, got an unpaired surrogate',
    );
    expect(await check(parameters, "null")).toBe("arguments must be a JSON object, got null");
  });

  test("repairs by its JSON Schema", async () => {
    const sent = { path: "10", limit: "10", edits: '{"old":"x"}' };
    expect(await check(parameters, sent, { repairArguments: true })).toEqual({
      path: "10",
      limit: 10,
      edits: [{ old: "x" }],
    });
    expect(await check(parameters, sent)).toBeTypeOf("string");
  });

  test("survives hostile names", async () => {
    expect(await check(parameters, '{"__proto__":{"path":"a"}}')).toBe('argument "path" is required');
    expect(await check(parameters, { constructor: 1 })).toBe('argument "path" is required');
  });
});

test("the validator decides, and its own words are shown where the JSON Schema finds nothing", async () => {
  const parameters = z
    .object({ from: z.coerce.number(), to: z.number().refine((to) => to % 2 === 0, "must be even") })
    .refine(({ from, to }) => from < to, "from must come before to");
  expect(await check(parameters, { from: "1", to: 2 })).toEqual({ from: 1, to: 2 });
  expect(await check(parameters, { from: 1, to: 3 })).toBe('argument "to" is invalid: must be even');
  expect(await check(parameters, { from: 5, to: 2 })).toBe("arguments are invalid: from must come before to");
});

test.each<[string, z.ZodType, unknown, string]>([
  [
    "a rule beyond the pattern",
    z
      .string()
      .regex(/^[a-z]+$/i)
      .refine((v) => v !== "ADMIN", "this name is reserved"),
    "ADMIN",
    "is invalid: this name is reserved",
  ],
  ["a format", z.iso.date({ error: "write the date as YYYY-MM-DD" }), "x", "is invalid: write the date as YYYY-MM-DD"],
  ["a length", z.string().min(3, "give the full name"), "x", "is invalid: give the full name"],
  ["a bound", z.number().max(3, "at most three"), 4, "is invalid: at most three"],
  ["a type", z.string().min(3, "give the full name"), 5, "must be a string, got number"],
  ["a value", z.enum(["a", "b"]), "c", 'must be one of "a", "b", got "c"'],
])("the validator's words are shown for all but the shape: %s", async (_title, property, value, problem) => {
  expect(await check(z.object({ x: property }), { x: value })).toBe(`argument "x" ${problem}`);
});

test.each<[string, StandardSchema["~standard"]["validate"]]>([
  ["throws", () => fail()],
  ["rejects", () => Promise.reject(new Error("pg://user:pw@host"))],
  ["gives nothing", () => undefined as never],
  ["gives issues that cannot be read", () => ({ issues: [null as never] })],
])("a validator that %s is a bug of the tool, and no text for a model", async (_title, validate) => {
  const registry = createToolRegistry();
  const jsonSchema = { input: () => ({ type: "object" }) };
  const parameters: StandardSchema = { "~standard": { version: 1, vendor: "v", validate, jsonSchema } };
  registry.register({ ...definition, parameters }, () => result);
  for (const settled of await Promise.allSettled([registry.dispatch({ name: "t" }), registry.check({ name: "t" })])) {
    expect(settled).toMatchObject({
      reason: {
        code: "TOOL_PANICKED",
        message: "t failed because of a bug in it: its arguments could not be checked",
        cause: expect.any(Error) as Error,
      },
    });
  }
});

test("the validator may be asynchronous, and an abort does not wait for it", async () => {
  const parameters = z.object({
    name: z.string().refine(async (name) => Promise.resolve(name !== "taken"), "is taken"),
  });
  expect(await check(parameters, { name: "free" })).toEqual({ name: "free" });
  expect(await check(parameters, { name: "taken" })).toBe('argument "name" is invalid: is taken');
  const registry = createToolRegistry();
  const controller = new AbortController();
  const never = z.object({}).refine(() => {
    queueMicrotask(() => controller.abort());
    return new Promise<boolean>(() => undefined);
  });
  registry.register({ ...definition, parameters: never }, () => result);
  await expect(registry.dispatch({ name: "t" }, { signal: controller.signal })).rejects.toMatchObject({
    code: "TOOL_ABORTED",
  });
});

test("the handler gets the output, and interceptors the input, checked again where they change it", async () => {
  const parameters = z.object({ at: z.iso.date().transform((text) => new Date(text)), n: z.number().default(3) });
  const seen: unknown[] = [];
  const intercept: ToolInterceptor[] = [
    (call, _environment, next) => {
      seen.push(call.arguments);
      return next({ ...call, arguments: { ...call.arguments, n: 4 } });
    },
    (call, _environment, next) => {
      seen.push(call.arguments);
      return next();
    },
  ];
  const registry = createToolRegistry({ intercept });
  registry.register({ ...definition, parameters }, ({ at, n }) => {
    expectTypeOf(at).toEqualTypeOf<Date>();
    return { content: { year: at.getUTCFullYear(), n } };
  });
  expect((await registry.dispatch({ name: "t", arguments: { at: "2020-01-02" } })).content).toEqual({
    year: 2020,
    n: 4,
  });
  expect(seen).toEqual([{ at: "2020-01-02" }, { at: "2020-01-02", n: 4 }]);
});

test.each<[string, object, RegExp]>([
  ["cannot be described", z.object({ at: z.date() }), /Date cannot be represented/],
  ["is not of an object", z.string(), /must be the schema of an object/],
  [
    "only validates",
    { "~standard": { version: 1, vendor: "v", validate: () => ({ value: 1 }) } },
    /carries no Standard JSON Schema/,
  ],
])("a schema that %s is an invalid definition", (_title, parameters, message) => {
  const register = () => createToolRegistry().register({ ...definition, parameters }, () => result);
  expect(register).toThrow(expect.objectContaining({ code: "TOOL_INVALID_DEFINITION" }));
  expect(register).toThrow(message);
});

test("Zod Mini is refused at once, and its handler can use no arguments", () => {
  const parameters = mini.object({ a: mini.string() });
  const register = () =>
    createToolRegistry().register({ ...definition, parameters }, (args) => {
      expectTypeOf(args).toBeNever();
      return result;
    });
  expect(register).toThrow("zod/mini does not");
});

test("thousands of issues give a short message", async () => {
  const refused = await check(z.object({ list: z.array(z.string()) }), {
    list: Array.from({ length: 5_000 }, () => 1),
  });
  expect((refused as string).length).toBeLessThan(3_000);
  expect(refused).toMatch(/; and more$/);
});

function fail(): never {
  throw new Error("pg://user:pw@host");
}
