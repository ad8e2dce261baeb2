import { capabilityNames } from "../capability-names.js";
import { bytesOf, expectThat } from "../expectations.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

export const capabilityRequirements: readonly StorageRequirement[] = [
  must(
    "capabilities/fixed",
    "The capabilities of a store are the same for its whole life.",
    async ({ bare, storage }) => {
      const present = () => capabilityNames.filter((name) => bare.capabilities[name] !== undefined).join(", ");
      const atFirst = present();
      await storage.writeFile("first.txt", bytesOf("1"), "text/plain");
      await storage.listFiles();
      await storage.readFile("first.txt");
      await storage.deleteFile("first.txt");
      expectThat(present() === atFirst, `at first ${atFirst || "none"}; after a few calls ${present() || "none"}`);
    },
  ),
];
