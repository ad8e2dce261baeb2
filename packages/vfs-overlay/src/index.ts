export { createOverlayStorage } from "./create-overlay-storage.js";
export type {
  CommitOptions,
  DiscardOptions,
  OverlayCapabilities,
  OverlayChange,
  OverlaySnapshot,
  OverlayStorage,
  OverlayStorageOptions,
} from "./overlay-storage.js";
