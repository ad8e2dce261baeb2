import { readdirSync } from "node:fs";
import { join } from "node:path";
import { withPathLock } from "@x/vfs";
import { createNodeStorage } from "@x/vfs-node";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryRoot } from "./support/temporary-root.js";
import { codeOf, paths, read, write } from "./support/text.js";

const names = [
  "a",
  "A",
  "../a",
  "/",
  "a/b",
  "\0",
  ".",
  "..",
  "é",
  "e\u0301",
  "\ud800",
  "\ud801",
  "x".repeat(9_999),
  "con",
];

describe("a scope", () => {
  test("is empty until it is written to, and makes nothing before", async () => {
    const root = temporaryRoot();
    const scope = createNodeStorage({ root }).capabilities.scope!("tenant");
    expect(await paths(scope)).toEqual([]);
    expect(await codeOf(scope.readFile("a"))).toBe("VFS_FILE_NOT_FOUND");
    expect(await codeOf(scope.deleteFile("a"))).toBe("VFS_FILE_NOT_FOUND");
    expect(readdirSync(root)).toEqual([]);
    await write(scope, "a", "content");
    expect(await read(scope, "a")).toBe("content");
  });

  test("shares nothing with any other, whatever their names", async () => {
    const root = temporaryRoot({ "a.txt": "of the store" });
    const storage = createNodeStorage({ root });
    for (const name of names) await write(storage.capabilities.scope!(name), "a.txt", JSON.stringify(name));
    for (const name of names) {
      const scope = storage.capabilities.scope!(name);
      expect(await read(scope, "a.txt")).toBe(JSON.stringify(name));
      expect(await paths(scope)).toEqual(["a.txt"]);
    }
    expect(await paths(storage)).toEqual(["a.txt"]);
    const directories = readdirSync(join(root, ".vfs-node-scopes"));
    expect(new Set(directories.map((directory) => directory.toLowerCase())).size).toBe(names.length);
  });

  test("has a directory of its own for every string", async () => {
    const root = temporaryRoot();
    const { scope } = createNodeStorage({ root }).capabilities;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 1 }), fc.string({ minLength: 1 }), async (one, other) => {
        fc.pre(one !== other);
        await write(scope!(one), "f", one);
        expect(await paths(scope!(other))).toEqual([]);
        await scope!(one).deleteFile("f");
      }),
      { numRuns: 50 },
    );
  });

  test("of a scope is apart from both", async () => {
    const storage = createNodeStorage({ root: temporaryRoot() });
    const outer = storage.capabilities.scope!("x");
    const inner = outer.capabilities.scope!("x");
    await write(inner, "f", "inner");
    expect(await paths(outer)).toEqual([]);
    await write(outer, "f", "outer");
    expect(await read(inner, "f")).toBe("inner");
  });

  test("keeps its own directory when its last file goes", async () => {
    const root = temporaryRoot();
    const scope = createNodeStorage({ root }).capabilities.scope!("x");
    await write(scope, "a/b/c", "");
    await scope.deleteFile("a/b/c");
    const [directory = ""] = readdirSync(join(root, ".vfs-node-scopes"));
    expect(readdirSync(join(root, ".vfs-node-scopes", directory))).toEqual([]);
  });

  test.each(["", undefined, null, 1, {}])("named %j is a TypeError", (name) => {
    const { scope } = createNodeStorage({ root: temporaryRoot() }).capabilities;
    expect(() => scope!(name as string)).toThrow(TypeError);
  });

  test("and the same scope taken again lock together", async () => {
    const storage = createNodeStorage({ root: temporaryRoot() });
    const order: string[] = [];
    let release = (): void => undefined;
    const first = withPathLock(storage.capabilities.scope!("x"), ["a"], async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      order.push("first");
    });
    const second = withPathLock(storage.capabilities.scope!("x"), ["a"], () => order.push("second"));
    await withPathLock(storage.capabilities.scope!("y"), ["a"], () => order.push("other scope"));
    release();
    await Promise.all([first, second]);
    expect(order).toEqual(["other scope", "first", "second"]);
  });
});
