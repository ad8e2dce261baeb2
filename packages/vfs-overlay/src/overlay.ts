import type { Storage } from "@x/vfs";
import type { BlobLayer } from "./blob-layer.js";
import type { OverlayState } from "./overlay-state.js";

/** The parts of one overlay, which all its operations work on. */
export interface Overlay {
  readonly base: Storage;
  readonly blobs: BlobLayer;
  readonly state: OverlayState;
  /** Whether its files carry versions: only where all those of the base do. */
  readonly versioned: boolean;
}
