import { showValue } from "./bound-text.js";
import { canonicalData } from "./canonical-schema.js";
import { allowsType, isJsonType, type JsonType, jsonTypeOf } from "./json-type.js";
import { isObject } from "./schema-keywords.js";

/** What is wrong with the kind of a value, whatever is in it. */
export function shapeProblem(schema: Record<string, unknown>, value: unknown): string | undefined {
  const literals = literalsOf(schema);
  if (literals !== undefined && !literals.some((literal) => sameJson(literal, value))) {
    return literalProblem(literals, value);
  }
  if (schema.type === undefined) return undefined;
  const types = new Set([schema.type].flat().filter(isJsonType));
  return allowsType(types, jsonTypeOf(value)) ? undefined : typeProblem(types, value);
}

/** Which bound a value of the right kind breaks, whatever is in it. */
export function limitProblem(schema: Record<string, unknown>, value: unknown): string | undefined {
  if (typeof value === "number") return numberProblem(schema, value);
  if (typeof value === "string") {
    const bounded = schema.minLength !== undefined || schema.maxLength !== undefined;
    return bounded ? sizeProblem(schema, "Length", countCharacters(value), ["character", "characters"]) : undefined;
  }
  if (Array.isArray(value)) return sizeProblem(schema, "Items", value.length, ["item", "items"]);
  if (!isObject(value)) return undefined;
  return sizeProblem(schema, "Properties", Object.keys(value).length, ["property", "properties"]);
}

export function literalsOf(schema: unknown): readonly unknown[] | undefined {
  if (!isObject(schema)) return undefined;
  if ("const" in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum as unknown[];
  return schema.type === "null" ? [null] : undefined;
}

export function literalProblem(literals: readonly unknown[], value: unknown): string {
  const shown = literals.slice(0, 50).map((literal) => JSON.stringify(literal));
  const one = literals.length === 1;
  return `must be ${one ? "" : "one of "}${shown.join(", ")}${literals.length > 50 ? ", ..." : ""}, got ${showValue(value)}`;
}

function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || a === null || typeof b !== "object") return a === b;
  return JSON.stringify(canonicalData(a)) === JSON.stringify(canonicalData(b));
}

export function typeProblem(types: Iterable<JsonType>, value: unknown): string {
  const names = [...types].map((type) => {
    if (type === "null") return "null";
    return `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
  });
  const got = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return `must be ${names.join(" or ")}, got ${got}`;
}

function numberProblem(schema: Record<string, unknown>, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const problem = (bound: string, limit: number) => `must be ${bound} ${limit}, got ${value}`;
  if (typeof minimum === "number" && value < minimum) return problem("at least", minimum);
  if (typeof maximum === "number" && value > maximum) return problem("at most", maximum);
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return problem("more than", exclusiveMinimum);
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) return problem("less than", exclusiveMaximum);
  return undefined;
}

function sizeProblem(
  schema: Record<string, unknown>,
  keyword: "Length" | "Items" | "Properties",
  size: number,
  [one, many]: readonly [string, string],
): string | undefined {
  const minimum = schema[`min${keyword}`];
  const maximum = schema[`max${keyword}`];
  const units = (count: number) => `${count} ${count === 1 ? one : many}`;
  if (typeof minimum === "number" && size < minimum) {
    return minimum === 1 ? "must not be empty" : `must have at least ${units(minimum)}, got ${size}`;
  }
  return typeof maximum === "number" && size > maximum ? `must have at most ${units(maximum)}, got ${size}` : undefined;
}

function countCharacters(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) pairs++;
  }
  return text.length - pairs;
}
