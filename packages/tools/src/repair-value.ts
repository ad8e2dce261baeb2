import { copyJson } from "./copy-json.js";
import { Faults } from "./faults.js";
import { allowsType, isJsonType, type JsonType, jsonTypeOf, namedTypes } from "./json-type.js";
import { isObject } from "./schema-keywords.js";
import type { SchemaReferences } from "./schema-references.js";

/**
 * The value as the type that its schema asks for, where that is exact; otherwise the value itself. A string that may
 * stay a string is never parsed.
 */
export function repairValue(schema: Record<string, unknown>, value: unknown, references: SchemaReferences): unknown {
  if (schema.type === undefined) return value;
  const types = new Set([schema.type].flat().filter(isJsonType));
  if (allowsType(types, jsonTypeOf(value))) return value;
  const takesOne = types.has("array") && namedTypes(schema.items, references)?.has("object") === true;
  if (isObject(value)) return takesOne ? [value] : value;
  if (typeof value !== "string") return value;
  const scalar = scalarOf(value, types);
  if (scalar !== undefined) return scalar;
  if (!types.has("array") && !types.has("object")) return value;
  const parsed = parseStructure(value);
  if (Array.isArray(parsed)) return types.has("array") ? parsed : value;
  if (!isObject(parsed)) return value;
  if (types.has("object")) return parsed;
  return takesOne ? [parsed] : value;
}

function scalarOf(text: string, types: ReadonlySet<JsonType>): unknown {
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.has("integer") || types.has("number")) {
    if (/^(?:0|-?[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  }
  // At most 15 digits and no exponent: a double holds every such number exactly enough to give it back.
  if (types.has("number") && /^-?(?:0|[1-9]\d{0,14})\.\d{1,14}$/.test(text) && text.replace(/[-.]/g, "").length <= 15) {
    return Number(text);
  }
  return undefined;
}

function parseStructure(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const faults = new Faults();
    const value = copyJson(JSON.parse(text), faults);
    return faults.empty ? value : undefined;
  } catch {
    return undefined;
  }
}
