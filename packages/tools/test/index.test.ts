import * as tools from "@x/tools";
import { defineTool, schema, type Tool, type ToolRegistry, type ToolResult } from "@x/tools";
import { expect, expectTypeOf, test } from "vitest";

const result: ToolResult = { content: null };

test("the public names", () => {
  expect(Object.keys(tools).sort()).toEqual([
    "ToolError",
    "createToolRegistry",
    "defineTool",
    "describeToolError",
    "encodeToolResult",
    "schema",
  ]);
});

test("every exported error class is branded", () => {
  for (const value of Object.values(tools)) {
    if (typeof value !== "function" || !(value.prototype instanceof Error)) continue;
    expect(Object.hasOwn(value, "is")).toBe(true);
  }
});

test("a handler's arguments are typed from a TypeBox schema", () => {
  const tool = defineTool(
    {
      name: "t",
      description: "",
      parameters: schema.object({
        path: schema.string("p"),
        limit: schema.optional(schema.integer("n")),
        mode: schema.enum("m", ["a", "b"]),
        edits: schema.array("e", schema.object({ old: schema.string("o") })),
      }),
    },
    (args) => {
      expectTypeOf(args).toEqualTypeOf<{
        path: string;
        limit?: number;
        mode: "a" | "b";
        edits: { old: string }[];
      }>();
      return result;
    },
  );
  expectTypeOf(tool).toEqualTypeOf<Tool>();
});

test("a handler's arguments are typed from a plain JSON Schema", () => {
  defineTool(
    {
      name: "t",
      description: "",
      parameters: {
        type: "object",
        properties: { path: { type: "string" }, mode: { enum: ["a", "b"] }, limit: { type: ["integer", "null"] } },
        required: ["path"],
      },
    },
    (args) => {
      expectTypeOf(args.path).toEqualTypeOf<string>();
      expectTypeOf(args.mode).toEqualTypeOf<"a" | "b" | undefined>();
      expectTypeOf(args.limit).toEqualTypeOf<number | null | undefined>();
      return result;
    },
  );
});

test("a schema of no known type gives unknown arguments", () => {
  const parameters: Record<string, unknown> = { type: "object" };
  defineTool({ name: "t", description: "", parameters }, (args) => {
    expectTypeOf(args).toBeUnknown();
    return result;
  });
});

test("tools can be renamed and registered one by one", () => {
  const rename = (registry: ToolRegistry, tool: Tool) =>
    registry.register({ ...tool.definition, name: `x_${tool.definition.name}` }, tool.handler);
  expectTypeOf(rename).returns.toBeVoid();
});
