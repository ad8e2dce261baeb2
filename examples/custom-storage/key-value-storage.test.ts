import { describeStorage } from "@x/vfs-conformance/vitest";
import { createLocalClient } from "./key-value-client.js";
import { createKeyValueStorage } from "./key-value-storage.js";

describeStorage({
  name: "the key-value store",
  create() {
    const client = createLocalClient();
    return {
      storage: createKeyValueStorage(client),
      breakMedium: () => client.shutDown(),
    };
  },
  traits: {
    failingMedium: true,
    secrets: ["kv.internal.example"],
  },
});
