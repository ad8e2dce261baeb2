import { isObject, visitSchemas } from "./schema-keywords.js";
import type { SchemaReferences } from "./schema-references.js";

/** Throws an `Error` where a schema leads back to itself for the same value: a check by it would never end. */
export function assertSchemasEnd(root: unknown, references: SchemaReferences): void {
  const ended = new Set<unknown>();
  const entered = new Set<unknown>();
  const enter = (schema: unknown): void => {
    if (!isObject(schema) || ended.has(schema)) return;
    if (entered.has(schema)) throw new Error("a schema of its parameters refers to itself without end");
    entered.add(schema);
    for (const part of partsForSameValue(schema, references)) enter(part);
    ended.add(schema);
  };
  visitSchemas(root, enter);
}

/** The schemas that check the very value which the schema checks, and not a part of it. */
function partsForSameValue(schema: Record<string, unknown>, references: SchemaReferences): unknown[] {
  const { $ref, allOf, anyOf, oneOf, not, if: condition, then, else: otherwise } = schema;
  const maps = [schema.dependentSchemas, schema.dependencies].filter(isObject);
  return [
    typeof $ref === "string" ? references.resolve($ref) : undefined,
    ...[allOf, anyOf, oneOf].flat(),
    ...[not, condition, then, otherwise],
    ...maps.flatMap((map) => Object.values(map)),
  ];
}
