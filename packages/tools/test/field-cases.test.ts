import { createToolRegistry, schema } from "@x/tools";
import { expect, test } from "vitest";
import { failure } from "./support/check.js";

function fileTools(options: { repairArguments?: boolean } = {}) {
  const registry = createToolRegistry(options);
  const echo = (args: unknown) => ({ content: args });
  registry.register(
    {
      name: "read_file",
      description: "",
      parameters: schema.object({
        path: schema.string("p"),
        offset: schema.optional(schema.integer("o")),
        limit: schema.optional(schema.integer("l")),
      }),
    },
    echo,
  );
  registry.register(
    {
      name: "write_file",
      description: "",
      parameters: schema.object({ path: schema.string("p"), content: schema.string("c") }),
    },
    echo,
  );
  const edit = schema.object({ old_string: schema.string("o"), new_string: schema.string("n") });
  registry.register(
    {
      name: "multi_edit",
      description: "",
      parameters: schema.object({ path: schema.string("p"), edits: schema.array("e", edit) }),
    },
    echo,
  );
  return registry;
}

test("A1: null counts as left out, and an object is no string", async () => {
  const registry = fileTools();
  const read = await registry.dispatch({ name: "read_file", arguments: { path: "a", offset: null, limit: null } });
  expect(read.content).toEqual({ path: "a" });
  for (const repairArguments of [false, true]) {
    const call = { name: "write_file", arguments: { path: "a", content: { a: 1 } } };
    const error = await failure(fileTools({ repairArguments }).dispatch(call));
    expect(error).toMatchObject({ code: "TOOL_INVALID_ARGUMENTS" });
    expect(error.message).toBe('invalid arguments for write_file: argument "content" must be a string, got object');
  }
});

test.each(["constructor", "__proto__", "then"])("A2: %s is an unknown tool", async (name) => {
  const error = await failure(fileTools().dispatch({ name }));
  expect(error).toMatchObject({ code: "TOOL_UNKNOWN" });
  expect(error.message).toBe(`unknown tool "${name}"; available tools: read_file, write_file, multi_edit`);
});

const edits = [{ old_string: "a", new_string: '{"b": 1}' }];
test.each([
  [
    "edits as a JSON text",
    { name: "multi_edit", arguments: { path: "a", edits: JSON.stringify(edits) } },
    { path: "a", edits },
  ],
  ["edits as one object", { name: "multi_edit", arguments: { path: "a", edits: edits[0] } }, { path: "a", edits }],
  ["an offset as a text", { name: "read_file", arguments: '{"path":"10","offset":"10"}' }, { path: "10", offset: 10 }],
])("A3: %s is accepted with repair and refused without", async (_title, call, meant) => {
  expect((await fileTools({ repairArguments: true }).dispatch(call)).content).toEqual(meant);
  expect(await failure(fileTools().dispatch(call))).toMatchObject({ code: "TOOL_INVALID_ARGUMENTS" });
});
