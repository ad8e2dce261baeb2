import type { VfsErrorCode } from "@x/vfs";
import * as vfs from "@x/vfs";
import { expect, test } from "vitest";

test("the exports are these", () => {
  expect(Object.keys(vfs).sort()).toEqual([
    "VfsError",
    "comparePaths",
    "contentTypeForPath",
    "readOnly",
    "validatePath",
    "withPathLock",
  ]);
});

test("the codes are these", () => {
  const codes = {
    VFS_PATH_INVALID: true,
    VFS_FILE_NOT_FOUND: true,
    VFS_READ_ONLY: true,
    VFS_FILE_TOO_LARGE: true,
    VFS_FILE_EXISTS: true,
    VFS_PATH_CONFLICT: true,
    VFS_VERSION_CONFLICT: true,
    VFS_NOT_TEXT: true,
    VFS_UNAVAILABLE: true,
  } satisfies Record<VfsErrorCode, true>;
  for (const code of Object.keys(codes) as VfsErrorCode[]) {
    expect(vfs.VfsError.is(new vfs.VfsError(code, ""), code)).toBe(true);
  }
});

test("every exported error class carries the brand", () => {
  const errorClasses = Object.values(vfs).filter(
    (value) => typeof value === "function" && (value.prototype as unknown) instanceof Error,
  );
  expect(errorClasses).toEqual([vfs.VfsError]);
  expect(Object.getOwnPropertySymbols(new vfs.VfsError("VFS_UNAVAILABLE", ""))).toEqual([
    Symbol.for("@x/vfs/VfsError"),
  ]);
});
