import { withPathLock } from "@x/vfs";
import { describe, expect, test } from "vitest";
import { codeOf, toolsOver } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";
import { storages } from "./support/storages.js";

describe.each(storages)("delete_file on $name", ({ create }) => {
  test("removes the file and nothing else", async () => {
    const storage = await create({ "a.md": "1", "a.md.bak": "2", "dir/b": "3" });
    const outcome = await toolsOver(storage)("delete_file", { path: "a.md" });
    expect(outcome.content).toEqual({ path: "a.md" });
    expect(outcome.result?.display).toBe("deleted a.md");
    expect((await storage.listFiles()).map(({ path }) => path)).toEqual(["a.md.bak", "dir/b"]);
  });

  test.each(["missing", "dir"])("%s is not found", async (path) => {
    const storage = await create({ "dir/b": "3" });
    expect(codeOf(await toolsOver(storage)("delete_file", { path }))).toBe("VFS_FILE_NOT_FOUND");
    expect(await storage.listFiles()).toHaveLength(1);
  });
});

test("waits for whoever holds the file", async () => {
  const storage = plainStorage({ a: "x" });
  let outcome: Promise<unknown> | undefined;
  await withPathLock(storage, ["a"], async () => {
    outcome = toolsOver(storage)("delete_file", { path: "a" });
    await new Promise(setImmediate);
    expect(await storage.listFiles()).toHaveLength(1);
  });
  await outcome;
  expect(await storage.listFiles()).toHaveLength(0);
});
