import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkStorage } from "@x/vfs-conformance";
import { describeStorage } from "@x/vfs-conformance/vitest";
import { createMemoryStorage } from "@x/vfs-memory";
import { createNodeStorage } from "@x/vfs-node";
import { createOverlayStorage } from "@x/vfs-overlay";
import { expect, test } from "vitest";
import { bare } from "./samples.js";

describeStorage({
  name: "an overlay over memory",
  create: async () => ({ storage: createOverlayStorage({ base: createMemoryStorage() }) }),
});

describeStorage({
  name: "a scope of an overlay over memory",
  create: async () => ({
    storage: createOverlayStorage({ base: createMemoryStorage() }).capabilities.scope!("tenant"),
  }),
});

describeStorage({
  name: "an overlay over the four methods only, with such a layer",
  create: async () => ({
    storage: createOverlayStorage({ base: bare(createMemoryStorage()), layer: bare(createMemoryStorage()) }),
  }),
});

test("an overlay over a disk keeps the contract where it asks the disk", async () => {
  const { ok, seed, results } = await checkStorage(
    {
      name: "an overlay over a disk",
      create: async () => {
        const root = await mkdtemp(join(tmpdir(), "overlay-"));
        return {
          storage: createOverlayStorage({ base: createNodeStorage({ root }) }),
          dispose: () => rm(root, { recursive: true, force: true }),
        };
      },
    },
    { only: ["list", "stat", "read-files", "read-range", "move-file", "create-file", "model"] },
  );
  const failed = results.filter(({ outcome }) => outcome === "fail");
  expect({ ok, failed }, `with seed ${seed}`).toEqual({ ok: true, failed: [] });
});
