import { VfsError, validatePath } from "@x/vfs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

function refusalOf(path: unknown): VfsError {
  try {
    validatePath(path as string);
  } catch (error) {
    if (VfsError.is(error, "VFS_PATH_INVALID")) return error;
    throw error;
  }
  throw new Error(`${String(path)} was not refused`);
}

test.each<[path: unknown, rule: string]>([
  ["", "empty"],
  [undefined, "must be a string, got undefined"],
  [null, "must be a string, got null"],
  [7, "must be a string, got number"],
  [["a"], "must be a string, got object"],
  [new String("a"), "must be a string, got object"],
  ["a".repeat(513), "512 bytes"],
  ["é".repeat(257), "512 bytes"],
  ["😀".repeat(129), "512 bytes"],
  ["€".repeat(171), "512 bytes"],
  ["a\0b", "NUL"],
  ["/etc/passwd", 'leading "/"'],
  ["/", 'leading "/"'],
  ["a/", 'trailing "/"'],
  ["a//b", 'empty segment ("//")'],
  [".", '"." or ".." segment'],
  ["./a", '"." or ".." segment'],
  ["a/.", '"." or ".." segment'],
  ["a/./b", '"." or ".." segment'],
  ["..", '"." or ".." segment'],
  ["../x", '"." or ".." segment'],
  ["a/..", '"." or ".." segment'],
  ["a/../../x", '"." or ".." segment'],
  ["a\\b", "backslash"],
  ["\\\\host\\share", "backslash"],
  ["C:\\x", "backslash"],
  ["a\ud800", "unpaired surrogate"],
  ["\udc00a", "unpaired surrogate"],
  ["\ude00\ud83d", "unpaired surrogate"],
])("%j is refused: %s", (path, rule) => {
  const error = refusalOf(path);
  expect(error.message).toContain(rule);
  expect(error.path).toBe(typeof path === "string" ? path : undefined);
});

test.each([
  "a",
  "a/b/c",
  "a..b.txt",
  "...",
  ".hidden",
  "..a/b..",
  "[...slug].ts",
  "app/[id]/(group)/page.tsx",
  "~x",
  "~/x",
  "%2e%2e",
  "%2e%2e/%00",
  "__proto__",
  "constructor",
  "hasOwnProperty/toString",
  "#y",
  "C:x",
  "a b",
  " ",
  "a\nb",
  "con.txt.",
  "é/e\u0301",
  "😀",
  "\uffff",
  "\ufeff",
  "-rf",
  "*?{a,b}|&;$`'\"<>",
  "a".repeat(512),
  "é".repeat(256),
  "😀".repeat(128),
])("%j is a name", (path) => {
  expect(() => validatePath(path)).not.toThrow();
});

describe("P1: what leaves the store is refused, what only looks like it is a name", () => {
  test.each(["../x", "a/../../x", "a\0b", "..", "a\\..\\x"])("%j is refused", (path) => {
    refusalOf(path);
  });
  test.each(["notes..md", "[...slug].ts", "~backup", "v1..2/x"])("%j is a name", (path) => {
    expect(() => validatePath(path)).not.toThrow();
  });
});

test("a refusal is short and well formed, however long or broken the path is", () => {
  for (const path of ["x".repeat(10_000_000), `${"x".repeat(79)}😀/`, "\ud800".repeat(100)]) {
    const { message } = refusalOf(path);
    expect(message.length).toBeLessThan(700);
    expect(message.isWellFormed()).toBe(true);
  }
});

test("law: a path is valid exactly if its segments are names and its bytes fit", () => {
  const segment = fc.oneof(fc.constantFrom("", ".", "..", "...", "a", "\0", "\\", "\ud800"), fc.string());
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (parts) => {
      const path = parts.join("/");
      const valid =
        path.isWellFormed() &&
        !/[\0\\]/.test(path) &&
        path.split("/").every((name) => name !== "" && name !== "." && name !== "..") &&
        Buffer.byteLength(path) <= 512;
      if (valid) validatePath(path);
      else refusalOf(path);
    }),
  );
});
