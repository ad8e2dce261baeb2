/** One file as the store keeps it. A write changes it in place, all fields in one synchronous step. */
export interface MemoryFile {
  readonly path: string;
  /** The store's own bytes, in a buffer that nothing else shares. Replaced as a whole, never written into. */
  content: Uint8Array;
  contentType: string;
  /** In milliseconds since the epoch. */
  updatedAt: number;
  version: string;
}
