import type { CapabilityName } from "./storage-requirement.js";

/** Every capability of the contract. The type fails to compile when one is missing. */
const names: Readonly<Record<CapabilityName, true>> = {
  readOnly: true,
  search: true,
  scope: true,
  stat: true,
  createFile: true,
  replaceFile: true,
  moveFile: true,
  readFiles: true,
  readRange: true,
  lockTarget: true,
};

export const capabilityNames = Object.keys(names) as readonly CapabilityName[];
