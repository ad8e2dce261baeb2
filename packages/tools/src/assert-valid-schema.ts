import { isJsonType } from "./json-type.js";
import { isObject, keywordKind } from "./schema-keywords.js";

type Test = (value: unknown) => boolean;

const isSchema: Test = (value) => typeof value === "boolean" || isObject(value);
const isNames: Test = (value) => Array.isArray(value) && value.every((name) => typeof name === "string");
const isCount: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isMapOf = (test: Test): Test => {
  return (value) => isObject(value) && Object.values(value).every(test);
};
const isListOf = (test: Test): Test => {
  return (value) => Array.isArray(value) && value.length > 0 && value.every(test);
};

/** What the keywords hold whose value is no schema, and those that are more than their kind. */
const rules = new Map<string, readonly [test: Test, what: string]>();
const rule = (keywords: string, test: Test, what: string) => {
  for (const keyword of keywords.split(" ")) rules.set(keyword, [test, what]);
};
rule("type", (value) => isJsonType(value) || isListOf(isJsonType)(value), "a type of JSON Schema, or a list of them");
rule("enum", (value) => Array.isArray(value) && value.length > 0, "a list of values");
rule("required", isNames, "a list of names");
rule("minimum maximum exclusiveMinimum exclusiveMaximum", Number.isFinite, "a number");
rule("multipleOf", (value) => Number.isFinite(value) && (value as number) > 0, "a number above 0");
rule("minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains", isCount, "a count");
rule("uniqueItems", (value) => typeof value === "boolean", "a boolean");
rule("pattern format $ref $dynamicRef $id $anchor $dynamicAnchor", (value) => typeof value === "string", "a string");
rule("dependentRequired", isMapOf(isNames), "an object of lists of names");
rule(
  "dependencies",
  isMapOf((value) => isSchema(value) || isNames(value)),
  "an object of schemas or lists of names",
);
rule("items", (value) => isSchema(value) || isListOf(isSchema)(value), "a schema");

const kinds = {
  schema: [isSchema, "a schema"],
  schemas: [isListOf(isSchema), "a list of schemas"],
  "schema map": [isMapOf(isSchema), "an object of schemas"],
  data: undefined,
} as const;

/** Throws an `Error` unless each keyword of this one schema holds what it must: what does not enforces nothing. */
export function assertValidSchema(schema: Record<string, unknown>): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const [test, what] = rules.get(keyword) ?? kinds[keywordKind(keyword)] ?? [];
    if (test?.(value) !== false) continue;
    throw new Error(`in a schema of its parameters, ${keyword} must be ${what}, got ${JSON.stringify(value)}`);
  }
}
