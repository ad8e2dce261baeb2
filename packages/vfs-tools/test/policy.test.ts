import { VfsError } from "@x/vfs";
import { describe, expect, test } from "vitest";
import { createPolicy, type PolicyOptions } from "../src/policy.js";

const cases: [PolicyOptions, string, boolean][] = [
  [{}, ".env", true],
  [{}, "a/_b/c", true],
  [{ hideHiddenPaths: true }, ".env", false],
  [{ hideHiddenPaths: true }, "_draft.md", false],
  [{ hideHiddenPaths: true }, "a/.git/config", false],
  [{ hideHiddenPaths: true }, "a/_b/c.md", false],
  [{ hideHiddenPaths: true }, "a/b.c_d/e.md", true],
  [{ hideHiddenPaths: true }, "a..b", true],
  [{ allowedExtensions: ["md"] }, "a.md", true],
  [{ allowedExtensions: [".md"] }, "a/b.MD", true],
  [{ allowedExtensions: ["MD"] }, "a.md", true],
  [{ allowedExtensions: ["md"] }, "a.mdx", false],
  [{ allowedExtensions: ["md"] }, "amd", false],
  [{ allowedExtensions: ["md"] }, ".md", false],
  [{ allowedExtensions: ["md"] }, "md/a.txt", false],
  [{ allowedExtensions: ["md"] }, "a.md/b", false],
  [{ allowedExtensions: ["gz"] }, "a.tar.gz", true],
  [{ allowedExtensions: ["tar.gz"] }, "a.tar.gz", true],
  [{ allowedExtensions: ["tar.gz"] }, "a.gz", false],
  [{ allowedExtensions: [""] }, "Makefile", true],
  [{ allowedExtensions: [""] }, ".env", true],
  [{ allowedExtensions: [""] }, "v1.2/README", true],
  [{ allowedExtensions: [""] }, "a.txt", false],
  [{ allowedExtensions: ["txt", ""] }, "a.txt", true],
  [{ allowedExtensions: [] }, "a.txt", false],
  [{ allowedExtensions: [] }, "Makefile", false],
  [{ allowedExtensions: ["md"], hideHiddenPaths: true }, ".x/a.md", false],
];

describe("createPolicy", () => {
  test.each(cases)("%j on %s: %s", (options, path, allowed) => {
    const policy = createPolicy(options);
    expect(policy.allows(path)).toBe(allowed);
    const check = () => policy.check(path, "source");
    if (allowed) expect(check).not.toThrow();
    else expect(check).toThrow(/^argument "source" is refused: /);
  });

  test("refuses what is no path before it looks at anything else", () => {
    const policy = createPolicy({ hideHiddenPaths: true, allowedExtensions: [] });
    expect(() => policy.check("../x")).toThrow(/"\.\." segment/);
    expect(() => policy.checkDirectory("/etc")).toThrow(/leading/);
  });

  test("its refusals are VFS_PATH_INVALID and name the extensions that would do", () => {
    const policy = createPolicy({ allowedExtensions: ["md", ".TXT", ""] });
    try {
      policy.check("a.exe");
      expect.unreachable();
    } catch (error) {
      expect(VfsError.is(error, "VFS_PATH_INVALID")).toBe(true);
      expect((error as Error).message).toMatch(/\.md, \.txt, no extension$/);
    }
  });

  test("a directory has no extension to allow, but may be hidden", () => {
    const policy = createPolicy({ allowedExtensions: ["md"], hideHiddenPaths: true });
    expect(() => policy.checkDirectory("src")).not.toThrow();
    expect(() => policy.checkDirectory("src/.git")).toThrow(/"directory" is refused/);
  });
});
