import { readOnly, type Storage } from "@x/vfs";
import { checkStorage, type StorageTraits } from "@x/vfs-conformance";
import { createMemoryStorage } from "@x/vfs-memory";
import { expect, test } from "vitest";

const files = { "a.txt": "a", "dir/b.md": "# b\n", "dir/é.bin": Uint8Array.of(0, 255), empty: "" };

test.each<[name: string, create: () => Storage, traits: StorageTraits]>([
  ["a memory store", () => createMemoryStorage(), {}],
  ["a scope", () => createMemoryStorage({ files }).capabilities.scope!("tenant"), {}],
  ["a read-only view", () => readOnly(createMemoryStorage({ files })), { readOnly: { files } }],
])("%s keeps the contract", async (name, create, traits) => {
  const { results, seed } = await checkStorage({ name, create: () => ({ storage: create() }), traits });
  const kept = new Set(["pass", "absent", "skip"]);
  expect(
    results.filter(({ outcome }) => !kept.has(outcome)),
    `with seed ${seed}`,
  ).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(40);
});
