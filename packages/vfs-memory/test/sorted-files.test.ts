import { comparePaths } from "@x/vfs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { MemoryFile } from "../src/memory-file.js";
import { SortedFiles } from "../src/sorted-files.js";

function fileAt(path: string, version = ""): MemoryFile {
  return { path, content: new Uint8Array(), contentType: "text/plain", updatedAt: 0, version };
}

test("finds, replaces, lists and removes like a sorted map", () => {
  // A small alphabet, so that paths meet, with the units that UTF-16 and UTF-8 order differently.
  const path = fc.string({ unit: fc.constantFrom("a", "b", "/", "é", "\uffee", "😀"), maxLength: 4 });
  const step = fc.record({ action: fc.constantFrom("set", "delete", "get", "find", "list"), path });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const files = new SortedFiles();
      const model = new Map<string, MemoryFile>();
      const find = files.finder();
      for (const [index, { action, path }] of steps.entries()) {
        if (action === "set") {
          const file = fileAt(path, String(index));
          files.delete(path);
          files.add(file);
          model.set(path, file);
        } else if (action === "delete") {
          files.delete(path);
          model.delete(path);
        } else if (action === "get") {
          expect(files.get(path)).toBe(model.get(path));
        } else if (action === "find") {
          expect(find(path)).toBe(model.get(path));
        } else {
          const expected = [...model.values()]
            .filter((file) => file.path.startsWith(path))
            .sort((a, b) => comparePaths(a.path, b.path));
          expect(files.startingWith(path)).toEqual(expected);
        }
      }
    }),
  );
});

test("stays sorted over many chunks, added in any order, and as they empty", () => {
  const count = 20_000;
  const files = new SortedFiles();
  // 7,919 has no factor in common with the count, so every index comes once.
  const paths = Array.from({ length: count }, (_, index) => `d${(index * 7919) % count}/x`);
  for (const path of paths) files.add(fileAt(path));
  const sorted = [...paths].sort(comparePaths);
  expect(files.startingWith("").map((file) => file.path)).toEqual(sorted);
  expect(paths.filter((path) => files.get(path)?.path !== path)).toEqual([]);
  expect(files.startingWith("d1999").map((file) => file.path)).toEqual(sorted.filter((p) => p.startsWith("d1999")));
  for (const asked of [sorted, paths, sorted.filter((_, index) => index % 5 === 0), ["none", ...sorted.slice(9_000)]]) {
    const find = files.finder();
    expect(asked.map((path) => find(path)?.path ?? "none")).toEqual(asked);
  }
  for (const path of sorted.slice(100, -100)) files.delete(path);
  expect(files.startingWith("").map((file) => file.path)).toEqual([...sorted.slice(0, 100), ...sorted.slice(-100)]);
  for (const path of paths) files.delete(path);
  expect(files.startingWith("")).toEqual([]);
  files.add(fileAt("again"));
  expect(files.startingWith("a")).toHaveLength(1);
});
