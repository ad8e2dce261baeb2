export { comparePaths } from "./compare-paths.js";
export { contentTypeForPath } from "./content-type-for-path.js";
export { readOnly } from "./read-only.js";
export type {
  CallOptions,
  FileMetadata,
  ListFilesOptions,
  MissingFile,
  MoveFileOptions,
  SearchCapability,
  Storage,
  StorageCapabilities,
  StoredFile,
} from "./storage.js";
export { validatePath } from "./validate-path.js";
export { VfsError, type VfsErrorCode, type VfsErrorOptions } from "./vfs-error.js";
export { withPathLock } from "./with-path-lock.js";
