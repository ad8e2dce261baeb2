import { VfsError } from "@x/vfs";
import { expect, test, vi } from "vitest";

test("is an Error with a code, a path and a cause", () => {
  const cause = new Error("disk on fire");
  const error = new VfsError("VFS_UNAVAILABLE", "cannot read", { path: "a/b", cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: "VfsError",
    code: "VFS_UNAVAILABLE",
    message: "cannot read",
    path: "a/b",
    cause,
  });
  expect(String(error)).toBe("VfsError: cannot read");
});

test("has no path and no cause unless they are given", () => {
  const error = new VfsError("VFS_READ_ONLY", "refused");
  expect("path" in error).toBe(false);
  expect("cause" in error).toBe(false);
  expect("cause" in new VfsError("VFS_READ_ONLY", "refused", { cause: undefined })).toBe(true);
});

test("the brand does not show in what is logged or serialised", () => {
  const error = new VfsError("VFS_READ_ONLY", "refused", { path: "a" });
  expect(Object.keys(error).sort()).toEqual(["code", "name", "path"]);
  expect(Object.getOwnPropertySymbols(Object.assign({}, error))).toEqual([]);
});

test("is: by brand, and by code if one is given", () => {
  const error = new VfsError("VFS_FILE_EXISTS", "");
  expect(VfsError.is(error)).toBe(true);
  expect(VfsError.is(error, "VFS_FILE_EXISTS")).toBe(true);
  expect(VfsError.is(error, "VFS_READ_ONLY")).toBe(false);
});

test.each([
  undefined,
  null,
  "VFS_READ_ONLY",
  new Error("VFS_READ_ONLY"),
  Object.assign(new Error(""), { name: "VfsError", code: "VFS_READ_ONLY" }),
  { code: "VFS_READ_ONLY", [Symbol.for("@x/vfs/VfsError")]: true },
])("is: %o is none", (value) => {
  expect(VfsError.is(value)).toBe(false);
});

test("two copies of the package recognise each other's errors", async () => {
  vi.resetModules();
  const other = (await import("@x/vfs")).VfsError;
  expect(other).not.toBe(VfsError);
  expect(VfsError.is(new other("VFS_READ_ONLY", ""), "VFS_READ_ONLY")).toBe(true);
  expect(other.is(new VfsError("VFS_READ_ONLY", ""), "VFS_READ_ONLY")).toBe(true);
});
