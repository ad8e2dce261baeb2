import { describeStorage } from "@x/vfs-conformance/vitest";
import { createMemoryStorage } from "@x/vfs-memory";
import { createOverlayStorage } from "@x/vfs-overlay";

describeStorage({
  name: "an overlay over memory",
  create: () => ({ storage: createOverlayStorage({ base: createMemoryStorage() }) }),
});

describeStorage({
  name: "a scope of an overlay over memory",
  create: () => {
    const { scope } = createOverlayStorage({ base: createMemoryStorage() }).capabilities;
    if (scope === undefined) throw new Error("an overlay over memory has scopes");
    return { storage: scope("tenant") };
  },
});
