/** Freezes a JSON value, which must not be nested without bound, and everything in it. */
export function freezeJson<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freezeJson(part);
  }
  return value;
}
