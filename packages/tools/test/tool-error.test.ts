import { describeToolError, ToolError, type ToolErrorCode } from "@x/tools";
import { describe, expect, expectTypeOf, test } from "vitest";

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

describe("describeToolError", () => {
  const throwing = Object.defineProperty(new Error("x"), "message", {
    get() {
      throw new Error("read");
    },
  });

  test.each<[string, unknown, string]>([
    ["a ToolError, without its code", new ToolError("TOOL_DENIED", "the user said no"), "the user said no"],
    ["an Error", new Error("no such file"), "no such file"],
    ["a string", "plain", "plain"],
    ["an object with a message", { message: "m" }, "m"],
    ["an ill-formed message", new Error("\ud800"), "\ufffd"],
    ["an empty message", new Error(" "), "the call failed and gave no reason"],
    ["undefined", undefined, "the call failed and gave no reason"],
    ["a symbol", Symbol("s"), "the call failed and gave no reason"],
    ["a message that is no string", { message: 5 }, "the call failed and gave no reason"],
    ["a message that throws", throwing, "the call failed and gave no reason"],
  ])("%s", (_title, error, text) => {
    expect(describeToolError(error)).toBe(text);
  });

  test("is bounded and cut at a character", () => {
    const text = describeToolError(new Error(`${"x".repeat(3_999)}\u{1f600}${"y".repeat(1_000_000)}`));
    expect(text).toBe(`${"x".repeat(3_999)}...`);
  });
});
