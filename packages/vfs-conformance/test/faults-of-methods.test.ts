import { describe } from "vitest";
import { testFaults } from "./support/failed-requirements.js";
import { methodFaults } from "./support/faults/all-faults.js";

describe("a store with one fault in its methods fails where the fault is named", () => {
  testFaults(methodFaults);
});
