import { describe } from "vitest";
import { testFaults } from "./support/failed-requirements.js";
import { otherFaults } from "./support/faults/all-faults.js";

describe("a store with one fault in what else it can do fails where the fault is named", () => {
  testFaults(otherFaults);
});
