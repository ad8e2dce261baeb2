import { VfsError } from "@x/vfs";
import { expect, test } from "vitest";
import { toVfsError } from "../src/to-vfs-error.js";

test.each([
  ["nothing", undefined],
  ["a text", "EACCES"],
  ["an error without a code", new Error("/host/path")],
  ["a code that is no errno", Object.assign(new Error("x"), { code: "/host/path" })],
  ["a numeric code", Object.assign(new Error("x"), { code: 13 })],
])("%s becomes an error that says no more than that the disk failed", (_name, cause) => {
  const error = toVfsError(cause, "a/b", "read");
  expect([error.code, error.message]).toEqual(["VFS_UNAVAILABLE", 'cannot read "a/b": the disk failed']);
  expect(error.cause).toBe(cause);
});

test("a VfsError stays as it is", () => {
  const error = new VfsError("VFS_FILE_EXISTS", "there");
  expect(toVfsError(error, "a", "write")).toBe(error);
});

test("a long path is cut in the message and whole in the error", () => {
  const path = "x".repeat(500);
  const error = toVfsError(Object.assign(new Error("x"), { code: "ENOENT" }), path, "read");
  expect(error.message.length).toBeLessThan(120);
  expect(error.path).toBe(path);
});
