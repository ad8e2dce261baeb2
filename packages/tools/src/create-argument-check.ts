import type { ArgumentCheck } from "./argument-check.js";
import { canonicalSchema } from "./canonical-schema.js";
import { copyJson } from "./copy-json.js";
import { Faults } from "./faults.js";
import { freezeJson } from "./freeze-json.js";
import { createJsonSchemaCheck } from "./json-schema-check.js";
import { isObject } from "./schema-keywords.js";
import { isStandardSchema, type StandardSchema } from "./standard-schema.js";
import { createStandardSchemaCheck } from "./standard-schema-check.js";
import type { JsonSchema } from "./tool-definition.js";

/** The check for the parameters of a tool. Throws an `Error` that says what is wrong with them. */
export function createArgumentCheck(parameters: unknown, repairs: boolean): ArgumentCheck {
  if (!isStandardSchema(parameters)) return createJsonSchemaCheck(ownSchema(parameters), repairs);
  // A library that validates need not describe its schemas as JSON Schema.
  const converter = parameters["~standard"].jsonSchema as StandardSchema["~standard"]["jsonSchema"] | undefined;
  if (converter === undefined) {
    throw new Error("its schema carries no Standard JSON Schema (Zod does from 4.2, zod/mini does not)");
  }
  const converted = Object.entries(converter.input({ target: "draft-2020-12" }));
  const own = ownSchema(Object.fromEntries(converted.filter(([keyword]) => keyword !== "$schema")));
  if (own.type !== undefined && own.type !== "object") throw new Error("parameters must be the schema of an object");
  return createStandardSchemaCheck(parameters, createJsonSchemaCheck(own, repairs));
}

/** A canonical, frozen copy that nobody can change from outside. */
function ownSchema(parameters: unknown): JsonSchema {
  const faults = new Faults("parameters", "in parameters,");
  const copy = copyJson(parameters, faults);
  if (!faults.empty) throw new Error(faults.toString());
  if (!isObject(copy)) throw new Error("parameters must be a JSON Schema object");
  return freezeJson(canonicalSchema(copy)) as JsonSchema;
}
