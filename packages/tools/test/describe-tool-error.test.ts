import { describeToolError, ToolError } from "@x/tools";
import { expect, test } from "vitest";

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
