/** One file as the store keeps it. Never changed: a write puts another in its place. */
export interface MemoryFile {
  readonly path: string;
  /** The store's own bytes, in a buffer that nothing else shares. */
  readonly content: Uint8Array;
  readonly contentType: string;
  /** In milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly version: string;
}
