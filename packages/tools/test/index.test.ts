import * as tools from "@x/tools";
import { expect, test } from "vitest";

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
