import { ToolError, type ToolErrorCode } from "@x/tools";
import { expect, expectTypeOf, test } from "vitest";

test("carries a code, a tool and a cause", () => {
  const cause = new Error("why");
  const error = new ToolError("TOOL_DENIED", "no", { tool: "write_file", cause });
  expect(error).toMatchObject({ name: "ToolError", code: "TOOL_DENIED", message: "no", tool: "write_file", cause });
  expect(new ToolError("TOOL_DENIED", "no")).not.toHaveProperty("tool");
  expect(new ToolError("TOOL_DENIED", "no")).not.toHaveProperty("cause");
});

test("the codes", () => {
  expectTypeOf<ToolErrorCode>().toEqualTypeOf<
    | "TOOL_DUPLICATE"
    | "TOOL_INVALID_DEFINITION"
    | "TOOL_UNKNOWN"
    | "TOOL_INVALID_ARGUMENTS"
    | "TOOL_PANICKED"
    | "TOOL_ABORTED"
    | "TOOL_DENIED"
    | "TOOL_RESULT_UNENCODABLE"
  >();
});

test("recognises the errors of another copy of the package, and no others", () => {
  const other = Object.assign(new Error("no"), { code: "TOOL_DENIED" });
  expect(ToolError.is(other)).toBe(false);
  Object.defineProperty(other, Symbol.for("@x/tools/ToolError"), { value: true });
  expect(ToolError.is(other)).toBe(true);
  expect(ToolError.is(other, "TOOL_DENIED")).toBe(true);
  expect(ToolError.is(other, "TOOL_UNKNOWN")).toBe(false);
  for (const value of [undefined, null, "TOOL_DENIED", {}, new Error("x")]) expect(ToolError.is(value)).toBe(false);
});
