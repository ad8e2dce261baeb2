import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOnly, type Storage } from "@x/vfs";
import { checkStorage, type StorageTraits, type StorageUnderTest } from "@x/vfs-conformance";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { createNodeStorage } from "@x/vfs-node";
import { expect, test } from "vitest";

const memory = createMemoryStorage;
const files = { "a.txt": "a", "docs/b.md": "# b\n", "docs/sub/c": "c" };

test.each<[name: string, create: () => Storage, traits: StorageTraits]>([
  [
    // Directories that the suite itself uses, so that its files lie in all of the stores.
    "stores in the suite's own directories",
    () => createMountStorage({ "": memory(), docs: memory(), moved: memory(), "to/a": memory(), __proto__: memory() }),
    {},
  ],
  ["a scope", () => createMountStorage({ "": memory(), docs: memory() }).capabilities.scope!("tenant"), {}],
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
  await expectKept({ name, create: () => ({ storage: create() }), traits });
});

test("memory in directories of a disk keeps the contract", async () => {
  // Whether a disk folds names is the system's choice, and the suite of the disk store asks about it.
  const distinguishes = process.platform === "linux";
  const subject: StorageUnderTest = {
    name: "memory in directories of a disk",
    create: async () => {
      const root = await mkdtemp(join(tmpdir(), "mount-"));
      return {
        storage: createMountStorage({ "": createNodeStorage({ root }), docs: unsearchable(), moved: unsearchable() }),
        dispose: () => rm(root, { recursive: true, force: true }),
      };
    },
    traits: { storesContentType: false, caseSensitive: distinguishes, distinguishesUnicodeForms: distinguishes },
  };
  // What only the disk can break has its own tests; here it is what the two make together.
  await expectKept(subject, ["list", "read-files", "read-range", "move-file", "create-file", "model"]);
});

async function expectKept(subject: StorageUnderTest, only?: readonly string[]): Promise<void> {
  const { results, seed } = await checkStorage(subject, only && { only });
  const kept = new Set(["pass", "absent", "skip"]);
  expect(
    results.filter(({ outcome }) => !kept.has(outcome)),
    `with seed ${seed}`,
  ).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(25);
}

function bare(storage: Storage): Storage {
  return { ...storage, capabilities: {} };
}

/** In a tree where only some stores can search, a search finds less than the suite asks for. */
function unsearchable(): Storage {
  const storage = memory();
  const others = Object.entries(storage.capabilities).filter(([name]) => name !== "search");
  return { ...storage, capabilities: Object.fromEntries(others) };
}
