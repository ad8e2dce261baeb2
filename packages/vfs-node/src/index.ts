export { createNodeStorage } from "./create-node-storage.js";
export type { NodeStorageOptions } from "./node-storage-options.js";
