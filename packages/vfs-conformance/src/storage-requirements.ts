import { abortingRequirements } from "./requirements/aborting.js";
import { capabilityRequirements } from "./requirements/capabilities.js";
import { conflictRequirements } from "./requirements/conflicts.js";
import { createFileRequirements } from "./requirements/create-file.js";
import { deletingRequirements } from "./requirements/deleting.js";
import { durabilityRequirements } from "./requirements/durability.js";
import { errorRequirements } from "./requirements/errors.js";
import { listingRequirements } from "./requirements/listing.js";
import { lockTargetRequirements } from "./requirements/lock-target.js";
import { metadataRequirements } from "./requirements/metadata.js";
import { modelRequirements } from "./requirements/model.js";
import { moveFileRequirements } from "./requirements/move-file.js";
import { nameRequirements } from "./requirements/names.js";
import { pathRequirements } from "./requirements/paths.js";
import { readFilesRequirements } from "./requirements/read-files.js";
import { readOnlyRequirements } from "./requirements/read-only.js";
import { readRangeRequirements } from "./requirements/read-range.js";
import { readingRequirements } from "./requirements/reading.js";
import { replaceFileRequirements } from "./requirements/replace-file.js";
import { scopingRequirements } from "./requirements/scoping.js";
import { searchRequirements } from "./requirements/search.js";
import { statRequirements } from "./requirements/stat.js";
import { writingRequirements } from "./requirements/writing.js";
import type { StorageRequirement } from "./storage-requirement.js";

/** Every rule of the contract, in the order in which they are run. */
export const storageRequirements: readonly StorageRequirement[] = [
  ...pathRequirements,
  ...nameRequirements,
  ...listingRequirements,
  ...readingRequirements,
  ...writingRequirements,
  ...metadataRequirements,
  ...deletingRequirements,
  ...conflictRequirements,
  ...abortingRequirements,
  ...errorRequirements,
  ...capabilityRequirements,
  ...readOnlyRequirements,
  ...searchRequirements,
  ...scopingRequirements,
  ...statRequirements,
  ...createFileRequirements,
  ...replaceFileRequirements,
  ...moveFileRequirements,
  ...readFilesRequirements,
  ...readRangeRequirements,
  ...lockTargetRequirements,
  ...durabilityRequirements,
  ...modelRequirements,
];
