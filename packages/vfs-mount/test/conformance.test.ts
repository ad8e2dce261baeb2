import { readOnly, type Storage } from "@x/vfs";
import { checkStorage, type StorageTraits } from "@x/vfs-conformance";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { expect, test } from "vitest";

const memory = createMemoryStorage;
const files = { "a.txt": "a", "docs/b.md": "# b\n", "docs/sub/c": "c" };

test.each<[name: string, create: () => Storage, traits: StorageTraits]>([
  ["a root alone", () => createMountStorage({ "": memory() }), {}],
  [
    // Directories that the suite itself uses, so that its files lie in all of the stores.
    "stores in the suite's own directories",
    () => createMountStorage({ "": memory(), docs: memory(), moved: memory(), "to/a": memory(), __proto__: memory() }),
    {},
  ],
  ["beside a read-only store", () => createMountStorage({ "": memory(), "read-only": readOnly(memory()) }), {}],
  ["a scope", () => createMountStorage({ "": memory(), docs: memory() }).capabilities.scope!("tenant"), {}],
  ["a mount in a mount", () => createMountStorage({ "": createMountStorage({ "": memory(), docs: memory() }) }), {}],
  [
    "over stores with only the four methods",
    () => createMountStorage({ "": bare(memory()), docs: bare(memory()) }),
    {},
  ],
  [
    "a read-only tree",
    () =>
      createMountStorage({
        "": readOnly(memory({ files: { "a.txt": "a", "docs/hidden": "" } })),
        docs: readOnly(memory({ files: { "b.md": "# b\n", "sub/c": "c" } })),
      }),
    { readOnly: { files } },
  ],
  [
    "a view of a tree",
    () => readOnly(createMountStorage({ docs: memory(), "": memory({ files }) })),
    {
      readOnly: { files: { "a.txt": "a" } },
    },
  ],
])("%s keeps the contract", async (name, create, traits) => {
  const { results, seed } = await checkStorage({ name, create: () => ({ storage: create() }), traits });
  const kept = new Set(["pass", "absent", "skip"]);
  expect(
    results.filter(({ outcome }) => !kept.has(outcome)),
    `with seed ${seed}`,
  ).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(40);
});

function bare(storage: Storage): Storage {
  return { ...storage, capabilities: {} };
}
