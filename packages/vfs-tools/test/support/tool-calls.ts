/** One call of every tool that succeeds where `a.md` says "one" and no `b.md` is, in the order of registration. */
export const toolCalls: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[] = [
  { name: "read_file", args: { path: "a.md" } },
  { name: "list_files", args: {} },
  { name: "write_file", args: { path: "a.md", content: "two" } },
  { name: "delete_file", args: { path: "a.md" } },
  { name: "grep", args: { pattern: "one" } },
  { name: "glob", args: { pattern: "**" } },
  { name: "edit_file", args: { path: "a.md", old_string: "one", new_string: "two" } },
  { name: "multi_edit", args: { path: "a.md", edits: [{ old_string: "one", new_string: "two" }] } },
  { name: "move_file", args: { source: "a.md", destination: "b.md" } },
  { name: "search", args: { query: "one" } },
];

/** Every argument that is a path, in a call that is right but for it. */
export const pathArguments = toolCalls.flatMap(({ name, args }) =>
  ["path", "source", "destination", "directory"]
    .filter((argument) => argument in args || (name === "list_files" && argument === "directory"))
    .map((argument) => ({ name, argument, args })),
);
