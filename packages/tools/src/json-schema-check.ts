import type { Validator } from "typebox/compile";
import { Compile } from "typebox/compile";
import type { ArgumentCheck, CheckedArguments } from "./argument-check.js";
import { ArgumentPreparer } from "./argument-preparer.js";
import { boundText } from "./bound-text.js";
import type { Faults, Path } from "./faults.js";
import { freezeJson } from "./freeze-json.js";
import { isJsonType } from "./json-type.js";
import { SchemaFaultFinder } from "./schema-fault-finder.js";
import { isObject, visitSchemas } from "./schema-keywords.js";
import { SchemaReferences } from "./schema-references.js";
import type { JsonSchema } from "./tool-definition.js";

/** What `SchemaFaultFinder` does not know; a schema with any of these is also checked by TypeBox. */
const rareKeywords: readonly string[] = [
  "$dynamicRef",
  "additionalItems",
  "contains",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "format",
  "if",
  "multipleOf",
  "not",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "uniqueItems",
];

/** A check that needs no waiting. */
export interface JsonSchemaCheck extends ArgumentCheck {
  check(sent: Record<string, unknown>, faults: Faults): CheckedArguments;
}

/** Checks by a canonical JSON Schema. Throws an `Error` that says what is wrong with a schema that is none. */
export function createJsonSchemaCheck(parameters: JsonSchema, repairs: boolean): JsonSchemaCheck {
  const references = new SchemaReferences(parameters);
  const patterns = new Map<string, RegExp>();
  const rare: unknown[] = [];
  visitSchemas(parameters, (schema) => {
    for (const type of schema.type === undefined ? [] : [schema.type].flat()) {
      if (!isJsonType(type)) throw new Error(`${JSON.stringify(type)} is no type of JSON Schema`);
    }
    const names = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
    for (const pattern of [...names, schema.pattern]) {
      if (typeof pattern === "string") patterns.set(pattern, new RegExp(pattern, "u"));
    }
    if (isRare(schema, references)) rare.push(schema);
  });
  const compiled = rare.length > 0 ? Compile(parameters) : undefined;
  // A schema that refers to itself without end overflows here, at registration, and not in every call.
  new SchemaFaultFinder(references, patterns).fits(parameters, {});
  const enforces = parameters.type === undefined || [parameters.type].flat().includes("object");

  return {
    parameters,
    check(sent, faults) {
      if (!enforces) return { input: freezeJson(sent), output: sent };
      const finder = new SchemaFaultFinder(references, patterns);
      const value = new ArgumentPreparer(references, finder, repairs).prepare(parameters, sent) as typeof sent;
      finder.find(parameters, value, faults);
      if (compiled?.Check(value) === false) addRareFaults(compiled, value, faults);
      return { input: freezeJson(value), output: value };
    },
  };
}

function isRare(schema: Record<string, unknown>, references: SchemaReferences): boolean {
  if (rareKeywords.some((keyword) => Object.hasOwn(schema, keyword)) || Array.isArray(schema.items)) return true;
  if (schema.anyOf !== undefined && schema.oneOf !== undefined) return true;
  return typeof schema.$ref === "string" && references.resolve(schema.$ref) === undefined;
}

function addRareFaults(compiled: Validator, value: unknown, faults: Faults): void {
  const errors = compiled.Errors(value);
  for (const { keyword, schemaPath, instancePath, params, message } of errors) {
    if (!rareKeywords.includes(keyword) || /\/(?:anyOf|oneOf|not|if)(?:\/|$)/.test(schemaPath)) continue;
    faults.add(pathOf(instancePath), problemOf(keyword, params, message));
  }
  const [first] = errors;
  if (faults.empty) faults.add(pathOf(first?.instancePath ?? ""), first?.message ?? "must fit the schema");
}

function problemOf(keyword: string, params: object, message: string): string {
  const parameter = Object.values(params)[0] as unknown;
  if (keyword === "format" && typeof parameter === "string") return `must be a valid ${parameter}`;
  if (keyword === "multipleOf" && typeof parameter === "number") return `must be a multiple of ${parameter}`;
  if (keyword === "uniqueItems") return "must not hold the same item twice";
  return boundText(message, 200);
}

function pathOf(pointer: string): Path {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((segment) => (/^(?:0|[1-9]\d*)$/.test(segment) ? Number(segment) : segment));
}
