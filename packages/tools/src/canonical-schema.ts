import { isObject, keywordKind } from "./schema-keywords.js";

/**
 * A JSON Schema with its keys sorted, so that the same schema always gives the same bytes, except that `properties` stay
 * in the order in which they were declared: models write arguments in that order.
 */
export function canonicalSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(canonicalSchema);
  return mapSorted(schema, (value, keyword) => {
    const kind = keywordKind(keyword);
    if (kind === "data") return canonicalData(value);
    if (kind !== "schema map" || !isObject(value)) return canonicalSchema(value);
    return keyword === "properties"
      ? Object.fromEntries(Object.entries(value).map(([name, property]) => [name, canonicalSchema(property)]))
      : mapSorted(value, canonicalSchema);
  });
}

/** A JSON value with the keys of every object sorted. */
export function canonicalData(value: unknown): unknown {
  return Array.isArray(value) ? value.map(canonicalData) : mapSorted(value, canonicalData);
}

function mapSorted(value: unknown, map: (value: unknown, key: string) => unknown): unknown {
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, map(value[key], key)]));
}
