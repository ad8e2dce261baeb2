/**
 * A failure that this package finds itself, with a code that stands beside the system's: `ENOTREG` for something that
 * is no regular file, `ESPELLING` for a name that the disk knows under another spelling.
 */
export class DiskFault extends Error {
  constructor(readonly code: "ENOENT" | "ENOTDIR" | "ENOTREG" | "ESPELLING" | "EVANISHED") {
    super(code);
  }
}

/** The name of the errno that an error carries, or `undefined` if it carries none. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^E[A-Z0-9]{1,20}$/.test(code) ? code : undefined;
}
