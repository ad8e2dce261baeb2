import type { SystemCalls } from "./system-calls.js";

/** Closes what was only read: nothing can be lost by it, and the descriptor is free also where an error is reported. */
export function closeQuietly(calls: SystemCalls, descriptor: number): void {
  try {
    calls.close(descriptor);
  } catch {
    // See above.
  }
}
