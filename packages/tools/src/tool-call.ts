/** A call as a model sends it. */
export interface ToolCall {
  readonly id?: string | undefined;
  readonly name: string;
  /** The JSON text that the model wrote, or the object it was parsed to. Absent, empty or blank counts as `{}`. */
  readonly arguments?: unknown;
}

/** A call whose arguments have passed the checks of its tool. */
export interface CheckedToolCall {
  readonly id?: string | undefined;
  readonly name: string;
  /** Final and deeply frozen. */
  readonly arguments: Readonly<Record<string, unknown>>;
}
