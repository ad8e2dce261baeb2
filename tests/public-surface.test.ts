import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ToolError, type ToolErrorCode } from "@x/tools";
import { VfsError, type VfsErrorCode } from "@x/vfs";
import { vfsToolNames } from "@x/vfs-tools";
import { describe, expect, expectTypeOf, test } from "vitest";

/**
 * What each package exports, as literals: a change here is a change of the public API and wants a changeset.
 * Exported types are held by the type checker, wherever the tests use them.
 */
const surface: Record<string, readonly string[]> = {
  "@x/ai-sdk": ["explainInvalidToolCall", "toAiSdkTools"],
  "@x/mcp": ["createMcpServer"],
  "@x/plan": ["registerPlanTool"],
  "@x/tools": ["ToolError", "createToolRegistry", "defineTool", "describeToolError", "encodeToolResult", "schema"],
  "@x/vfs": ["VfsError", "comparePaths", "contentTypeForPath", "readOnly", "validatePath", "withPathLock"],
  "@x/vfs-conformance": ["checkStorage", "storageRequirements"],
  "@x/vfs-conformance/node-test": ["testStorage"],
  "@x/vfs-conformance/vitest": ["describeStorage"],
  "@x/vfs-memory": ["createMemoryStorage"],
  "@x/vfs-mount": ["createMountStorage"],
  "@x/vfs-node": ["createNodeStorage"],
  "@x/vfs-overlay": ["createOverlayStorage"],
  "@x/vfs-tools": ["createVfsTools", "registerVfsTools", "vfsToolNames"],
};

/** Packages that are a command and have nothing to import. */
const commands = ["@x/mcp-files"];

test("every package is pinned here", () => {
  const packages = readdirSync(fileURLToPath(new URL("../packages", import.meta.url))).map((name) => `@x/${name}`);
  const pinned = Object.keys(surface).map((entry) => entry.split("/", 2).join("/"));
  expect([...new Set([...pinned, ...commands])].sort()).toEqual(packages.sort());
});

test.each(Object.entries(surface))("%s exports exactly these values", async (name, names) => {
  const module = (await import(name)) as object;
  expect(Object.keys(module).sort()).toEqual([...names].sort());
});

test("the names of the file tools", () => {
  const base = ["read_file", "list_files", "write_file", "delete_file"];
  expect(vfsToolNames).toEqual([...base, "grep", "glob", "edit_file", "multi_edit", "move_file", "search"]);
});

describe("the codes of errors", () => {
  test("of a store", () => {
    expectTypeOf<VfsErrorCode>().toEqualTypeOf<
      | "VFS_PATH_INVALID"
      | "VFS_FILE_NOT_FOUND"
      | "VFS_READ_ONLY"
      | "VFS_FILE_TOO_LARGE"
      | "VFS_FILE_EXISTS"
      | "VFS_PATH_CONFLICT"
      | "VFS_VERSION_CONFLICT"
      | "VFS_NOT_TEXT"
      | "VFS_UNAVAILABLE"
    >();
    expect(VfsError.is(new VfsError("VFS_NOT_TEXT", "x"), "VFS_NOT_TEXT")).toBe(true);
  });

  test("of a registry", () => {
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
    expect(ToolError.is(new ToolError("TOOL_DENIED", "x"), "TOOL_DENIED")).toBe(true);
  });
});

test.each(Object.keys(surface))("every error class that %s exports is told by its brand", async (name) => {
  const module = (await import(name)) as Record<string, unknown>;
  for (const value of Object.values(module)) {
    if (typeof value !== "function" || !(value.prototype instanceof Error)) continue;
    const errorClass = value as typeof VfsError;
    const error = new errorClass("VFS_UNAVAILABLE", "x");
    expect([errorClass.is(error), errorClass.is(new Error("x")), errorClass.is(null)]).toEqual([true, false, false]);
  }
});
