import type { Faults } from "./faults.js";
import type { JsonSchema } from "./tool-definition.js";

/** What the registry needs of a schema, whatever kind it is. */
export interface ArgumentCheck {
  /** The schema as canonical JSON Schema, for the definition of the tool. */
  readonly parameters: JsonSchema;

  /**
   * Checks arguments that are a JSON object of our own. What is wrong goes into `faults`, and the result is then of no
   * use.
   */
  check(sent: Record<string, unknown>, faults: Faults): CheckedArguments | Promise<CheckedArguments>;
}

export interface CheckedArguments {
  /** What interceptors see: JSON, deeply frozen. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What the handler gets: the same, except where the schema transforms it. */
  readonly output: unknown;
}
