import { types } from "node:util";
import { boundText } from "./bound-text.js";
import { ToolError } from "./tool-error.js";

/** More values are refused: a few objects that share their parts may stand for a text without end. */
const maximumValues = 1_000_000;

/**
 * `JSON.stringify` that loses nothing without a word: what JSON cannot hold is `TOOL_RESULT_UNENCODABLE`, naming its
 * place. Strings and names are made well formed.
 */
export function stringifyContent(content: unknown): string {
  /** The objects that the walk is inside of, each with the name it has in the one before. */
  const inside: { readonly value: object; readonly key: string }[] = [];
  const ancestors = new Set<object>();
  let values = 0;

  const refuse = (key: string, problem: string): never => {
    const names = [...inside.map((step) => step.key), key].slice(1);
    const place = boundText(["content", ...names].join("."), 200);
    throw new ToolError("TOOL_RESULT_UNENCODABLE", `the result cannot be encoded: ${place} is ${problem}`);
  };

  const replace = function (this: Record<string, unknown>, key: string, given: unknown): unknown {
    let last = inside.at(-1);
    while (last !== undefined && last.value !== this) {
      inside.pop();
      ancestors.delete(last.value);
      last = inside.at(-1);
    }
    if (++values > maximumValues) throw new RangeError(`more than ${maximumValues} values`);
    const lost = lostBeforehand(given === null || typeof given === "object" ? this[key] : given);
    if (lost !== undefined) return refuse(key, lost);
    const value = types.isBoxedPrimitive(given) ? (given.valueOf() as unknown) : given;
    switch (typeof value) {
      case "string":
        return value.toWellFormed();
      case "number":
        return Number.isFinite(value) ? value : refuse(key, String(value));
      case "bigint":
      case "symbol":
      case "function":
        return refuse(key, `a ${typeof value}`);
      case "object":
        break;
      case "undefined":
        // Left out of an object, null in an array; only the whole content has no such place.
        return inside.length === 0 ? null : undefined;
      default:
        return value;
    }
    if (value === null) return null;
    if (ancestors.has(value)) return refuse(key, "a cycle");
    if (types.isMap(value) || types.isSet(value)) return refuse(key, "a Map or Set");
    const encoded = withWellFormedNames(value);
    inside.push({ value: encoded, key });
    ancestors.add(encoded);
    return encoded;
  };
  return JSON.stringify(content, replace);
}

/** What `toJSON` of a value would hide: a `Buffer` gives an object of numbers, an invalid `Date` gives null. */
function lostBeforehand(value: unknown): string | undefined {
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return "binary data";
  return types.isDate(value) && Number.isNaN(value.getTime()) ? "an invalid date" : undefined;
}

function withWellFormedNames(value: object): object {
  if (Array.isArray(value) || Object.keys(value).every((key) => key.isWellFormed())) return value;
  return Object.fromEntries(Object.entries(value).map(([key, property]) => [key.toWellFormed(), property]));
}
