import { describe, expect, test } from "vitest";
import { codeOf, textOf, toolsOver } from "./support/call-tool.js";
import { storages } from "./support/storages.js";
import { pathArguments } from "./support/tool-calls.js";

describe.each(storages)("P1 on $name", ({ create }) => {
  test.each(["../x", "a/../../x", "a\0b", "..", "a\\..\\x"])("%j is refused by every tool", async (path) => {
    const storage = await create({ "a.md": "one" });
    const call = toolsOver(storage);
    for (const { name, argument, args } of pathArguments) {
      const outcome = await call(name, { ...args, [argument]: path });
      expect([name, argument, codeOf(outcome)]).toEqual([name, argument, "VFS_PATH_INVALID"]);
    }
    expect((await storage.listFiles()).map((file) => file.path)).toEqual(["a.md"]);
    expect(await textOf(storage, "a.md")).toBe("one");
  });

  test.each(["notes..md", "[...slug].ts", "~backup", "v1..2/x", "__proto__", "constructor", "%2e%2e", "#y"])(
    "%s is a name",
    async (path) => {
      const call = toolsOver(await create());
      const outcomes = [
        await call("write_file", { path, content: "one" }),
        await call("edit_file", { path, old_string: "one", new_string: "two" }),
        await call("read_file", { path }),
        await call("glob", { pattern: path }),
        await call("grep", { pattern: "two", path_glob: path }),
        await call("move_file", { source: path, destination: "b" }),
        await call("move_file", { source: "b", destination: path }),
        await call("delete_file", { path }),
      ];
      expect(outcomes.filter(({ isError }) => isError)).toEqual([]);
      expect(outcomes[3]?.content).toEqual({ paths: [path], truncated: false });
      expect(outcomes[4]?.content).toEqual({ matches: [`${path}:1:two`], truncated: false });
    },
  );
});
