import { createToolRegistry, ToolError } from "@x/tools";
import { readOnly, type Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { describe, expect, test } from "vitest";
import * as vfsTools from "../src/index.js";
import { createVfsTools, registerVfsTools, type VfsToolsOptions, vfsToolNames } from "../src/index.js";
import { codeOf, textOf, toolsOver } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";
import { pathArguments, toolCalls } from "./support/tool-calls.js";

const all = [
  "read_file",
  "list_files",
  "write_file",
  "delete_file",
  "grep",
  "glob",
  "edit_file",
  "multi_edit",
  "move_file",
  "search",
];
const without = (...names: string[]) => all.filter((name) => !names.includes(name));
const writing = ["write_file", "delete_file", "edit_file", "multi_edit", "move_file"];
const extended = ["grep", "glob", "edit_file", "multi_edit", "move_file"];
const memory = (files = {}) => createMemoryStorage({ files });

describe("createVfsTools", () => {
  test.each<[string, VfsToolsOptions, string[]]>([
    ["everything", { storage: memory() }, all],
    ["a store without search", { storage: plainStorage() }, without("search")],
    ["readOnly", { storage: memory(), readOnly: true }, without(...writing)],
    ["a store that says readOnly", { storage: readOnly(memory()) }, without(...writing)],
    [
      "a store that says readOnly, whatever the option",
      { storage: readOnly(memory()), readOnly: false },
      without(...writing),
    ],
    ["disableExtended", { storage: memory(), disableExtended: true }, without(...extended)],
    ["both", { storage: memory(), readOnly: true, disableExtended: true }, ["read_file", "list_files", "search"]],
    [
      "undefined options",
      {
        storage: memory(),
        readOnly: undefined,
        disableExtended: undefined,
        hideHiddenPaths: undefined,
        allowedExtensions: undefined,
        maximumFileBytes: undefined,
      },
      all,
    ],
  ])("%s", (_, options, names) => {
    expect(createVfsTools(options).map(({ definition }) => definition.name)).toEqual(names);
    const registry = createToolRegistry();
    registerVfsTools(registry, options);
    expect(registry.definitions().map(({ name }) => name)).toEqual(names);
  });

  test("vfsToolNames is the full set and cannot be changed", () => {
    expect(vfsToolNames).toEqual(all);
    expect(Object.isFrozen(vfsToolNames)).toBe(true);
  });

  test("exports exactly this", () => {
    expect(Object.keys(vfsTools).sort()).toEqual(["createVfsTools", "registerVfsTools", "vfsToolNames"]);
  });

  test.each<[string, unknown, RegExp]>([
    ["no options", undefined, /options/],
    ["no storage", {}, /options\.storage/],
    ["something else as storage", { storage: { readFile: () => undefined } }, /options\.storage/],
    ["a store without capabilities", { storage: { ...plainStorage(), capabilities: undefined } }, /capabilities/],
    ["a text for a flag", { storage: plainStorage(), readOnly: "no" }, /options\.readOnly/],
    ["a number for a flag", { storage: plainStorage(), hideHiddenPaths: 1 }, /options\.hideHiddenPaths/],
    ["a text for the extensions", { storage: plainStorage(), allowedExtensions: "md" }, /options\.allowedExtensions/],
    ["a path for an extension", { storage: plainStorage(), allowedExtensions: ["a/b"] }, /options\.allowedExtensions/],
    ["a negative size", { storage: plainStorage(), maximumFileBytes: -1 }, /options\.maximumFileBytes/],
    ["no size", { storage: plainStorage(), maximumFileBytes: Number.NaN }, /options\.maximumFileBytes/],
  ])("%s is a TypeError", (_, options, message) => {
    const create = () => createVfsTools(options as VfsToolsOptions);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });

  test("two stores can stand side by side under other names", async () => {
    const registry = createToolRegistry();
    for (const [prefix, storage] of [
      ["left", memory({ a: "L" })],
      ["right", memory({ a: "R" })],
    ] as const) {
      registry.registerAll(
        createVfsTools({ storage }).map(({ definition, handler }) => ({
          definition: { ...definition, name: `${prefix}_${definition.name}` },
          handler,
        })),
      );
    }
    const read = async (name: string) => (await registry.run({ name, arguments: { path: "a" } })).text;
    expect(await read("left_read_file")).toContain("1\\tL");
    expect(await read("right_read_file")).toContain("1\\tR");
  });
});

describe("registerVfsTools", () => {
  test.each(vfsToolNames)("where %s is taken, the registry stays as it was", (name) => {
    const registry = createToolRegistry();
    registry.register({ name, description: "mine", parameters: { type: "object" } }, () => ({ content: 1 }));
    const before = JSON.stringify(registry.definitions());
    try {
      registerVfsTools(registry, { storage: memory() });
      expect.unreachable();
    } catch (error) {
      expect(ToolError.is(error, "TOOL_DUPLICATE")).toBe(true);
    }
    expect(JSON.stringify(registry.definitions())).toBe(before);
  });
});

describe("what the model is told of each tool", () => {
  const tools = createVfsTools({ storage: memory() });

  test.each(tools.map(({ definition }) => ({ name: definition.name, definition })))("$name", ({ name, definition }) => {
    expect(definition.description.length).toBeGreaterThan(30);
    expect(definition.description.length).toBeLessThan(520);
    const { properties } = definition.parameters as { properties?: Record<string, { description?: string }> };
    for (const property of Object.values(properties ?? {})) expect(property.description).toMatch(/\w/);
    const { readOnly: isReadOnly, destructive, idempotent } = definition.annotations ?? {};
    expect({
      readOnly: isReadOnly === true,
      destructive: destructive === true,
      idempotent: idempotent === true,
    }).toEqual({
      readOnly: !writing.includes(name),
      destructive: writing.includes(name),
      idempotent: name === "write_file",
    });
  });

  test.each<[string, string[], string[]]>([
    ["read_file", ["path"], ["offset", "limit", "column"]],
    ["list_files", [], ["directory", "depth"]],
    ["write_file", ["path", "content"], ["content_type"]],
    ["delete_file", ["path"], []],
    ["grep", ["pattern"], ["path_glob", "case_insensitive", "context", "output_mode"]],
    ["glob", ["pattern"], []],
    ["edit_file", ["path", "old_string", "new_string"], ["replace_all"]],
    ["multi_edit", ["path", "edits"], []],
    ["move_file", ["source", "destination"], ["overwrite"]],
    ["search", ["query"], []],
  ])("%s takes %j and may take %j, in this order", (name, required, optional) => {
    const parameters = tools.find(({ definition }) => definition.name === name)?.definition.parameters as {
      properties: object;
      required?: string[];
    };
    expect(parameters.required ?? []).toEqual(required);
    expect(Object.keys(parameters.properties)).toEqual([...required, ...optional]);
  });

  test("the search tool passes on the syntax of the store", () => {
    const storage = plainStorage({}, { search: { syntax: "Say `please`.", query: async () => [] } });
    expect(createVfsTools({ storage }).at(-1)?.definition.description).toContain("Say `please`.");
  });
});

/** Fails the call when it is asked for anything. */
const untouched: Storage = new Proxy(plainStorage(), {
  get: (target, key: keyof Storage) =>
    key === "capabilities"
      ? target.capabilities
      : () => {
          throw new Error(`${key} was called`);
        },
});

describe.each(pathArguments)("$argument of $name", ({ name, argument, args }) => {
  const call = async (path: string, options = {}) => toolsOver(untouched, options)(name, { ...args, [argument]: path });

  test.each(["../x", "a/../../x", "a\0b", "..", "a\\..\\x", "/etc/passwd", "a//b", "a/./b", "", "long".repeat(200)])(
    "%j is refused before the store is asked",
    async (path) => {
      const outcome = await call(path);
      expect(codeOf(outcome)).toBe("VFS_PATH_INVALID");
      expect(outcome.text.length).toBeLessThan(400);
    },
  );

  test.each([".env", "_x/a.md", "a/.git/b.md", "a/_b"])("%s is refused where hidden paths are hidden", async (path) => {
    expect(codeOf(await call(path, { hideHiddenPaths: true }))).toBe("VFS_PATH_INVALID");
  });
});

test.each(pathArguments.filter(({ argument }) => argument !== "directory"))(
  "$argument of $name: another extension is refused before the store is asked",
  async ({ name, argument, args }) => {
    for (const path of ["a.exe", "a", "a.md.exe", ".md"]) {
      const outcome = await toolsOver(untouched, { allowedExtensions: ["md"] })(name, { ...args, [argument]: path });
      expect(codeOf(outcome)).toBe("VFS_PATH_INVALID");
    }
  },
);

describe("the options hold for every tool", () => {
  const files = { "a.md": "one", "x.txt": "one", "_h.md": "one", ".d/y.md": "one" };

  test.each(toolCalls)("$name sees only what the policy allows", async ({ name, args }) => {
    const call = toolsOver(memory(files), { hideHiddenPaths: true, allowedExtensions: ["MD"] });
    const outcome = await call(name, args);
    expect(outcome.isError).toBe(false);
    for (const hidden of ["x.txt", "_h.md", ".d"]) expect(outcome.text).not.toContain(hidden);
  });

  test.each(toolCalls)("$name finds nothing where no extension is allowed", async ({ name, args }) => {
    const outcome = await toolsOver(memory(files), { allowedExtensions: [] })(name, args);
    if (outcome.isError) expect(codeOf(outcome)).toBe("VFS_PATH_INVALID");
    else expect(outcome.text).not.toContain("a.md");
  });

  test.each([
    { name: "write_file", args: { path: "a.md", content: "12345" } },
    { name: "edit_file", args: { path: "a.md", old_string: "one", new_string: "12345" } },
    { name: "multi_edit", args: { path: "a.md", edits: [{ old_string: "one", new_string: "12345" }] } },
    { name: "move_file", args: { source: "long.md", destination: "b.md" } },
  ])("$name writes no file over maximumFileBytes", async ({ name, args }) => {
    const storage = memory({ "a.md": "one", "long.md": "12345" });
    expect(codeOf(await toolsOver(storage, { maximumFileBytes: 4 })(name, args))).toBe("VFS_FILE_TOO_LARGE");
    expect(await textOf(storage, "a.md")).toBe("one");
    expect((await storage.listFiles()).map(({ path }) => path)).toEqual(["a.md", "long.md"]);
    expect((await toolsOver(storage, { maximumFileBytes: 5 })(name, args)).isError).toBe(false);
  });
});

test("renamed tools name themselves in their errors", async () => {
  const registry = createToolRegistry();
  for (const { definition, handler } of createVfsTools({ storage: memory({ a: "x" }) })) {
    registry.register({ ...definition, name: `mem_${definition.name}` }, handler);
  }
  const calls = {
    mem_grep: { pattern: "(" },
    mem_glob: { pattern: "" },
    mem_read_file: { path: "a", offset: 9 },
    mem_list_files: { depth: 0 },
    mem_write_file: { path: "b", content: "x", content_type: "?" },
    mem_edit_file: { path: "a", old_string: "y", new_string: "z" },
    mem_multi_edit: { path: "a", edits: [] },
    mem_move_file: { source: "a", destination: "a" },
    mem_search: { query: "x".repeat(10_000) },
  };
  for (const [name, args] of Object.entries(calls)) {
    const { text, error } = await registry.run({ name, arguments: args });
    expect(text).toMatch(new RegExp(`^invalid arguments for ${name}: argument`));
    expect(error).toMatchObject({ code: "TOOL_INVALID_ARGUMENTS", tool: name });
  }
});
