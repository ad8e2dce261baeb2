import { boundText } from "./bound-text.js";
import { ToolError } from "./tool-error.js";

/**
 * `JSON.stringify` that loses nothing without a word: what JSON cannot hold is `TOOL_RESULT_UNENCODABLE`, naming its
 * place. Strings and names are made well formed.
 */
export function stringifyContent(content: unknown): string {
  /** The objects that the walk is inside of, each with the name it has in the one before. */
  const inside: { readonly value: object; readonly key: string }[] = [];
  const ancestors = new Set<object>();

  const refuse = (key: string, problem: string): never => {
    const names = [...inside.map((step) => step.key), key].slice(1);
    const place = boundText(["content", ...names].join("."), 200);
    throw new ToolError("TOOL_RESULT_UNENCODABLE", `the result cannot be encoded: ${place} is ${problem}`);
  };

  const replace = function (this: unknown, key: string, value: unknown): unknown {
    let last = inside.at(-1);
    while (last !== undefined && last.value !== this) {
      inside.pop();
      ancestors.delete(last.value);
      last = inside.at(-1);
    }
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
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return refuse(key, "binary data");
    if (value instanceof Map || value instanceof Set) return refuse(key, "a Map or Set");
    const encoded = withWellFormedNames(value);
    inside.push({ value: encoded, key });
    ancestors.add(encoded);
    return encoded;
  };
  return JSON.stringify(content, replace);
}

function withWellFormedNames(value: object): object {
  if (Array.isArray(value) || Object.keys(value).every((key) => key.isWellFormed())) return value;
  return Object.fromEntries(Object.entries(value).map(([key, property]) => [key.toWellFormed(), property]));
}
