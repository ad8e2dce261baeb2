import type { ArgumentCheck } from "./argument-check.js";
import { canonicalSchema } from "./canonical-schema.js";
import { copyJson } from "./copy-json.js";
import { Faults } from "./faults.js";
import { freezeJson } from "./freeze-json.js";
import { createJsonSchemaCheck } from "./json-schema-check.js";
import { isObject } from "./schema-keywords.js";
import type { JsonSchema } from "./tool-definition.js";

/** The check for the parameters of a tool. Throws an `Error` that says what is wrong with them. */
export function createArgumentCheck(parameters: unknown, repairs: boolean): ArgumentCheck {
  return createJsonSchemaCheck(ownSchema(parameters), repairs);
}

/** A canonical, frozen copy that nobody can change from outside. */
function ownSchema(parameters: unknown): JsonSchema {
  const faults = new Faults("parameters", "in parameters,");
  const copy = copyJson(parameters, faults);
  if (!faults.empty) throw new Error(faults.toString());
  if (!isObject(copy)) throw new Error("parameters must be a JSON Schema object");
  return freezeJson(canonicalSchema(copy)) as JsonSchema;
}
