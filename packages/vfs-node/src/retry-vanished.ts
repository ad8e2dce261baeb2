import { codeOf, DiskFault } from "./disk-fault.js";

const attempts = 20;

/**
 * Does a step again while it fails because a directory that it had just found or made was removed by another process
 * that deleted the last file in it.
 */
export function retryVanished<T>(step: () => T): T {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return step();
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
  throw new DiskFault("EVANISHED");
}
