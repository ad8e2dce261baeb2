/** A fault in the command line: shown as one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
