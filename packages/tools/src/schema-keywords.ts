/** Where subschemas stand in a JSON Schema. What is under any other keyword is data. */
const single = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const maps = new Set(["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"]);

export type KeywordKind = "schema" | "schemas" | "schema map" | "data";

/** What the value of a keyword is. `items` may also be a list of schemas, in old drafts. */
export function keywordKind(keyword: string): KeywordKind {
  if (single.has(keyword)) return "schema";
  if (lists.has(keyword)) return "schemas";
  return maps.has(keyword) ? "schema map" : "data";
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Calls `visit` with a schema and every schema in it. */
export function visitSchemas(schema: unknown, visit: (schema: Record<string, unknown>) => void): void {
  if (Array.isArray(schema)) {
    for (const item of schema) visitSchemas(item, visit);
  } else if (isObject(schema)) {
    visit(schema);
    for (const [keyword, value] of Object.entries(schema)) {
      const kind = keywordKind(keyword);
      if (kind === "schema map" && isObject(value)) visitSchemas(Object.values(value), visit);
      else if (kind !== "data") visitSchemas(value, visit);
    }
  }
}
