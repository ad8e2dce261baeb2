import { isObject } from "./schema-keywords.js";
import type { SchemaReferences } from "./schema-references.js";

export const jsonTypes = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;
export type JsonType = (typeof jsonTypes)[number];

export function isJsonType(value: unknown): value is JsonType {
  return (jsonTypes as readonly unknown[]).includes(value);
}

/** The narrowest type of a JSON value. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "boolean" | "string" | "object";
}

export function allowsType(allowed: ReadonlySet<JsonType> | undefined, type: JsonType): boolean {
  return allowed === undefined || allowed.has(type) || (type === "integer" && allowed.has("number"));
}

/** The types that a schema names for a value, through references and alternatives; `undefined` where it names none. */
export function namedTypes(schema: unknown, references: SchemaReferences, depth = 0): Set<JsonType> | undefined {
  // A schema may refer to itself.
  if (!isObject(schema) || depth > 16) return undefined;
  if (schema.type !== undefined) return new Set([schema.type].flat().filter(isJsonType));
  if ("const" in schema) return new Set([jsonTypeOf(schema.const)]);
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map(jsonTypeOf));
  if (typeof schema.$ref === "string") return namedTypes(references.resolve(schema.$ref), references, depth + 1);
  if (Array.isArray(schema.allOf)) {
    for (const part of schema.allOf) {
      const types = namedTypes(part, references, depth + 1);
      if (types !== undefined) return types;
    }
  }
  const alternatives = alternativesOf(schema);
  if (alternatives === undefined) return undefined;
  const types = new Set<JsonType>();
  for (const alternative of alternatives) {
    const named = namedTypes(alternative, references, depth + 1);
    if (named === undefined) return undefined;
    for (const type of named) types.add(type);
  }
  return types;
}

/** The branches of an `anyOf` or `oneOf`. */
export function alternativesOf(schema: Record<string, unknown>): readonly unknown[] | undefined {
  const alternatives = schema.anyOf ?? schema.oneOf;
  return Array.isArray(alternatives) ? alternatives : undefined;
}
