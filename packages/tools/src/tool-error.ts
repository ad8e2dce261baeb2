const brand = Symbol.for("@x/tools/ToolError");

export type ToolErrorCode =
  | "TOOL_DUPLICATE"
  | "TOOL_INVALID_DEFINITION"
  | "TOOL_UNKNOWN"
  | "TOOL_INVALID_ARGUMENTS"
  | "TOOL_PANICKED"
  | "TOOL_ABORTED"
  | "TOOL_DENIED"
  | "TOOL_RESULT_UNENCODABLE";

export interface ToolErrorOptions {
  /** The name of the tool that the failure is about. */
  readonly tool?: string | undefined;
  readonly cause?: unknown;
}

/** The one error of a registry. `code` is part of the public API; the message is written for a model and is not. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ToolErrorCode;
  declare readonly tool?: string;

  constructor(code: ToolErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    if (options.tool !== undefined) this.tool = options.tool;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Whether `error` is a `ToolError` (of this code, if one is given), also one of another copy of this package. */
  static is(error: unknown, code?: ToolErrorCode): error is ToolError {
    if (!(error instanceof Error)) return false;
    const candidate = error as { [brand]?: unknown; code?: unknown };
    return candidate[brand] === true && (code === undefined || candidate.code === code);
  }
}
