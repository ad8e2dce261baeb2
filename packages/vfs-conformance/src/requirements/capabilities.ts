import { capabilityNames } from "../capability-names.js";
import { bytesOf, expectThat } from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

export const capabilityRequirements: readonly StorageRequirement[] = [
  must(
    "capabilities/well-formed",
    "A capability is there and works, or its key is undefined: never null, false, or of another kind.",
    async ({ bare }) => {
      for (const name of capabilityNames) {
        const value: unknown = bare.capabilities[name];
        if (value === undefined) continue;
        const told = `capabilities.${name} is ${showValue(value)}`;
        if (name === "readOnly") expectThat(value === true, `${told}: true, or leave it out`);
        else if (name === "search") expectThat(typeof Reflect.get(Object(value), "query") === "function", told);
        else expectThat(typeof value === "function", `${told}: a function, or leave it out`);
      }
    },
    { onReadOnly: true },
  ),
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
