import { readOnly } from "@x/vfs";
import { describeStorage } from "@x/vfs-conformance/vitest";
import { createMemoryStorage } from "@x/vfs-memory";

describeStorage({ name: "the memory store", create: () => ({ storage: createMemoryStorage() }) });

const files = { "a.txt": "one", "b/c.txt": "two" };

describeStorage({
  name: "a read-only store",
  create: () => ({ storage: readOnly(createMemoryStorage({ files })) }),
  traits: { readOnly: { files } },
});
