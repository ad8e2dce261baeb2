import type { CallOptions, StorageCapabilities } from "@x/vfs";
import { checkedAnswer, type FileAnswer } from "./checked-data.js";
import { trustedError } from "./trusted-error.js";
import { withinLimit } from "./within-limit.js";

/**
 * Calls `visit` with each of the files, in the order asked, or nothing but its path where it is gone, until that says
 * to stop; resolves to whether it never did. The bytes are valid only until `visit` is done. What the store gives is
 * checked, and what it throws is made a `VfsError`.
 */
export type VisitFiles = (
  paths: readonly string[],
  options: CallOptions,
  visit: (answer: FileAnswer) => boolean | Promise<boolean>,
) => Promise<boolean>;

/** How long a store may take to stop reading: what was found is not held back for longer. */
const closingMs = 1_000;

/** No iterator of its own between the store's and the visitor: its promises would be much of the time of a search. */
export function visitFilesOf(readFiles: NonNullable<StorageCapabilities["readFiles"]>): VisitFiles {
  return async (paths, options, visit) => {
    let iterator: AsyncIterator<unknown> | undefined;
    try {
      for (const path of paths) {
        let answer: FileAnswer;
        try {
          // A store whose method is async by mistake gives a promise, whose rejection nobody else would see.
          iterator ??= (await Promise.resolve(readFiles(paths, options)))[Symbol.asyncIterator]();
          const step = await iterator.next();
          if (step.done === true) throw new Error("fewer files than were asked for");
          answer = checkedAnswer(step.value, path);
        } catch (cause) {
          throw trustedError(cause, options, path);
        }
        const goesOn = visit(answer);
        // Most are done at once, and to wait for each would take as long as to search it.
        if (goesOn !== true && !(await goesOn)) return false;
      }
      return true;
    } finally {
      await close(iterator);
    }
  };
}

async function close(iterator: AsyncIterator<unknown> | undefined): Promise<void> {
  try {
    const closing = Promise.resolve(iterator?.return?.());
    await withinLimit(closing, closingMs, () => new Error("the storage took too long to stop reading"));
  } catch {
    // All that was asked for has been given, or another failure is known already.
  }
}
