import type { Validator } from "typebox/compile";
import { Compile } from "typebox/compile";
import type { ArgumentCheck, CheckedArguments } from "./argument-check.js";
import { ArgumentPreparer } from "./argument-preparer.js";
import { assertSchemasEnd } from "./assert-schemas-end.js";
import { assertValidSchema } from "./assert-valid-schema.js";
import { boundText } from "./bound-text.js";
import type { Faults, Path } from "./faults.js";
import { freezeJson } from "./freeze-json.js";
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
    assertValidSchema(schema);
    if (typeof schema.$ref === "string" && references.resolve(schema.$ref) === undefined) {
      throw new Error(`nothing in its parameters is what $ref ${JSON.stringify(schema.$ref)} refers to`);
    }
    const names = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
    for (const pattern of [...names, schema.pattern]) {
      if (typeof pattern === "string") patterns.set(pattern, new RegExp(pattern, "u"));
    }
    if (isRare(schema)) rare.push(schema);
  });
  assertSchemasEnd(parameters, references);
  const compiled = rare.length > 0 ? Compile(parameters) : undefined;
  const compilePart = partCompiler(parameters);
  const exact = new Map(rare.length > 0 ? choicesOf(parameters).map((choice) => [choice, compilePart(choice)]) : []);
  const enforces = parameters.type === undefined || [parameters.type].flat().includes("object");

  return {
    parameters,
    check(sent, faults) {
      if (!enforces) return { input: freezeJson(sent), output: sent };
      const finder = new SchemaFaultFinder(references, patterns, exact);
      const value = new ArgumentPreparer(references, finder, repairs).prepare(parameters, sent) as typeof sent;
      finder.find(parameters, value, faults);
      if (compiled?.Check(value) === false) addRareFaults(compiled, value, faults);
      return { input: freezeJson(value), output: value };
    },
  };
}

/** The schemas that decide which others hold, as far as `SchemaFaultFinder` may not know all that is in them. */
function choicesOf(parameters: JsonSchema): Record<string, unknown>[] {
  const choices = new Set<Record<string, unknown>>();
  visitSchemas(parameters, (schema) => {
    for (const choice of [schema.if, schema.anyOf, schema.oneOf].flat()) {
      visitSchemas(choice, (part) => {
        if (isObject(choice) && (isRare(part) || part.$ref !== undefined)) choices.add(choice);
      });
    }
  });
  return [...choices];
}

/** Gives validators for parts of the parameters, from where references still lead to the same place. */
function partCompiler(parameters: JsonSchema): (part: unknown) => Validator | undefined {
  const addresses: unknown[] = [];
  visitSchemas(parameters, ({ $id }) => $id !== undefined && addresses.push($id));
  // References count from the nearest address: they would have to be rewritten each in its own way.
  if (addresses.length > 0) return () => undefined;
  const moved = (schema: unknown): unknown =>
    JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
      key === "$ref" && typeof value === "string" && /^#(?:\/|$)/.test(value) ? `#/$defs/root${value.slice(1)}` : value,
    );
  const $defs = { root: moved(parameters) };
  return (part) => Compile({ $defs, allOf: [moved(part)] });
}

function isRare(schema: Record<string, unknown>): boolean {
  if (rareKeywords.some((keyword) => Object.hasOwn(schema, keyword)) || Array.isArray(schema.items)) return true;
  return schema.anyOf !== undefined && schema.oneOf !== undefined;
}

function addRareFaults(compiled: Validator, value: unknown, faults: Faults): void {
  const errors = compiled.Errors(value);
  for (const { keyword, schemaPath, instancePath, params, message } of errors) {
    // What is wrong in its branch is listed already.
    if (keyword === "if") continue;
    if (!rareKeywords.includes(keyword) || /\/(?:anyOf|oneOf|not|if)(?:\/|$)/.test(schemaPath)) continue;
    faults.add(pathOf(instancePath), problemOf(keyword, params, message), "limit");
  }
  const [first] = errors;
  if (faults.empty) faults.add(pathOf(first?.instancePath ?? ""), first?.message ?? "must fit the schema", "limit");
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
