/** A fault in what the user asked for: shown as one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
