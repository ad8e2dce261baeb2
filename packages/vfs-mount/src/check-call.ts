import { type CallOptions, validatePath } from "@x/vfs";

/** What every method that is given a path does before anything else. */
export function checkCall(path: string, options: CallOptions | undefined): void {
  validatePath(path);
  options?.signal?.throwIfAborted();
}
