import { readOnly, type Storage } from "@x/vfs";
import { createMountStorage } from "@x/vfs-mount";
import { expect, test } from "vitest";
import { memoryOf } from "./text-files.js";

function searching(storage: Storage, syntax: string | undefined): Storage {
  const { search } = storage.capabilities;
  return { ...storage, capabilities: syntax === undefined || !search ? {} : { search: { ...search, syntax } } };
}

test("finds in every store, sorted, without what is hidden", async () => {
  const storage = createMountStorage({
    "": memoryOf("needle", "a", "docs", "docs/hidden", "docs-old/b", "z"),
    docs: readOnly(memoryOf("NEEDLE", "c", "api", "api/hidden")),
    "docs/api": memoryOf("needle and thread", "d"),
  });
  const { query } = storage.capabilities.search!;
  expect(await query("needle")).toEqual(["a", "docs-old/b", "docs/api/d", "docs/c", "z"]);
  expect(await query("thread")).toEqual(["docs/api/d"]);
  expect(await query("nothing")).toEqual([]);
});

test("stores without a search are not searched", async () => {
  const storage = createMountStorage({
    "": searching(memoryOf("needle", "a"), undefined),
    docs: searching(memoryOf("needle", "b"), "Words."),
  });
  expect(await storage.capabilities.search!.query("needle")).toEqual(["docs/b"]);
});

test.each<[title: string, stores: Record<string, string | undefined>, syntax: string]>([
  ["one for all", { "": "Words.", docs: "Words." }, "Words."],
  ["two", { "": "Words.", docs: "Regex." }, "Files under docs/: Regex.\nFiles elsewhere: Words."],
  [
    "two for three",
    { "": "Words.", docs: "Regex.", "docs/api": "Words." },
    "Files under docs/api/, elsewhere: Words.\nFiles under docs/: Regex.",
  ],
  ["one for some", { "": undefined, docs: "Words." }, "Files under docs/: Words.\nOther files are not searched."],
])("the syntax of each store is described: %s", (_, stores, syntax) => {
  const mounted = Object.entries(stores).map(([name, own]) => [name, searching(memoryOf(""), own)] as const);
  expect(createMountStorage(Object.fromEntries(mounted)).capabilities.search!.syntax).toBe(syntax);
});
