export { type CheckOptions, type ConformanceReport, checkStorage } from "./check-storage.js";
export type { RequirementOutcome, RequirementResult } from "./run-requirement.js";
export type { CapabilityName, RequirementContext, StorageRequirement } from "./storage-requirement.js";
export { storageRequirements } from "./storage-requirements.js";
export type { CreatedStorage, StorageTraits, StorageUnderTest } from "./storage-under-test.js";
