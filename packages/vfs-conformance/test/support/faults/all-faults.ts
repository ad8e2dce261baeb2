import type { Fault } from "../fault.js";
import { callFaults } from "./call-faults.js";
import { capabilityFaults } from "./capability-faults.js";
import { deletingFaults } from "./deleting-faults.js";
import { durabilityFaults } from "./durability-faults.js";
import { listingFaults } from "./listing-faults.js";
import { metadataFaults } from "./metadata-faults.js";
import { moveFileFaults } from "./move-file-faults.js";
import { nameFaults } from "./name-faults.js";
import { pathFaults } from "./path-faults.js";
import { readManyFaults } from "./read-many-faults.js";
import { readOnlyFaults } from "./read-only-faults.js";
import { readingFaults } from "./reading-faults.js";
import { scopeFaults } from "./scope-faults.js";
import { searchFaults } from "./search-faults.js";
import { writingFaults } from "./writing-faults.js";

export const methodFaults: readonly Fault[] = [
  ...pathFaults,
  ...nameFaults,
  ...listingFaults,
  ...readingFaults,
  ...writingFaults,
  ...metadataFaults,
  ...deletingFaults,
  ...callFaults,
];

export const otherFaults: readonly Fault[] = [
  ...readOnlyFaults,
  ...searchFaults,
  ...scopeFaults,
  ...capabilityFaults,
  ...moveFileFaults,
  ...readManyFaults,
  ...durabilityFaults,
];
