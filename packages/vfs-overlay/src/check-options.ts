import type { CommitOptions, DiscardOptions } from "./overlay-storage.js";

/** A mistake here would apply or drop every change, so what is no option of these is a `TypeError`. */
export function checkOptions(options: CommitOptions | DiscardOptions): void {
  if (typeof options !== "object" || (options as unknown) === null)
    throw new TypeError("the options must be an object");
  const unknown = Object.keys(options).find((name) => name !== "paths" && name !== "signal");
  if (unknown !== undefined)
    throw new TypeError(`there is no option ${JSON.stringify(unknown)}: only paths and signal`);
  if (options.paths !== undefined && !Array.isArray(options.paths)) throw new TypeError("paths must be an array");
}
