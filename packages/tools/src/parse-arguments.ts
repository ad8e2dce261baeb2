import { boundText } from "./bound-text.js";
import { copyJson } from "./copy-json.js";
import type { Faults } from "./faults.js";

/**
 * The arguments of a call as a JSON object of our own. Absent, empty or blank counts as `{}`; everything else that is
 * not an object, `null` included, is a fault, and the result is then `undefined`.
 */
export function parseArguments(sent: unknown, faults: Faults): Record<string, unknown> | undefined {
  const value = typeof sent === "string" ? parseText(sent, faults) : sent === undefined ? {} : sent;
  if (!faults.empty) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const got = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
    faults.add([], `must be a JSON object, got ${got}`);
    return undefined;
  }
  try {
    return copyJson(value, faults) as Record<string, unknown> | undefined;
  } catch {
    faults.add([], "must be a JSON object, got one that cannot be read");
    return undefined;
  }
}

function parseText(text: string, faults: Faults): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? boundText(error.message, 200) : "it cannot be read";
    faults.add([], `must be a JSON object, got text that is not valid JSON: ${reason}`);
    return undefined;
  }
}
