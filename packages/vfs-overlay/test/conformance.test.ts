import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@x/vfs";
import { type CreatedStorage, describeStorage, type StorageTraits } from "@x/vfs-conformance/vitest";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { createNodeStorage } from "@x/vfs-node";
import { createOverlayStorage } from "@x/vfs-overlay";
import { bare } from "./samples.js";

interface Base {
  readonly name: string;
  readonly create: () => Promise<CreatedStorage>;
  readonly traits?: StorageTraits;
}

const bases: Base[] = [
  { name: "memory", create: async () => ({ storage: createMemoryStorage() }) },
  { name: "a store with the four methods only", create: async () => ({ storage: bare(createMemoryStorage()) }) },
  {
    name: "a mount",
    create: async () => ({
      storage: createMountStorage({ "": createMemoryStorage(), "mounted/elsewhere": createMemoryStorage() }),
    }),
  },
  {
    name: "an overlay",
    create: async () => ({ storage: createOverlayStorage({ base: createMemoryStorage() }) }),
  },
  { name: "a disk", create: createDisk },
];

async function createDisk(): Promise<CreatedStorage> {
  const root = await mkdtemp(join(tmpdir(), "overlay-"));
  return {
    storage: createNodeStorage({ root }),
    dispose: () => rm(root, { recursive: true, force: true }),
  };
}

function scopeOf(storage: Storage): Storage {
  const { scope } = storage.capabilities;
  if (scope === undefined) throw new Error("the base has scopes, so the overlay must have them");
  return scope("tenant");
}

for (const { name, create, traits = {} } of bases) {
  describeStorage({
    name: `an overlay over ${name}`,
    create: async () => {
      const base = await create();
      return { ...base, storage: createOverlayStorage({ base: base.storage }) };
    },
    traits,
  });
  if (name === "a store with the four methods only" || name === "an overlay") continue;
  describeStorage({
    name: `a scope of an overlay over ${name}`,
    create: async () => {
      const base = await create();
      return { ...base, storage: scopeOf(createOverlayStorage({ base: base.storage })) };
    },
    traits,
  });
}

describeStorage({
  name: "an overlay over memory with another layer",
  create: async () => ({
    storage: createOverlayStorage({ base: createMemoryStorage(), layer: bare(createMemoryStorage()) }),
  }),
});
