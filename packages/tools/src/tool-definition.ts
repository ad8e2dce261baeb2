import type { TSchema } from "typebox";

/** Any JSON Schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Hints for hosts and models. The registry passes them on and enforces none of them. */
export interface ToolAnnotations {
  /** A name for people. */
  readonly title?: string | undefined;
  /** The tool changes nothing. */
  readonly readOnly?: boolean | undefined;
  /** The tool may replace or remove what was there. */
  readonly destructive?: boolean | undefined;
  /** Calling it again with the same arguments changes nothing more. */
  readonly idempotent?: boolean | undefined;
}

export interface ToolDefinition<Parameters extends TSchema = TSchema> {
  /** 1 to 64 characters out of `A-Z a-z 0-9 _ -`. */
  readonly name: string;
  /** What the tool does and when to use it, for the model. */
  readonly description: string;
  /**
   * A TypeBox schema, as `schema.object` returns, any plain JSON Schema, or the schema of a library that implements
   * Standard JSON Schema, whose own validator then checks the arguments.
   */
  readonly parameters: Parameters;
  readonly annotations?: ToolAnnotations | undefined;
}
