import type { Faults, Path } from "./faults.js";

/** Deeper values are refused, so that everything after may recurse. */
const maximumDepth = 500;
/** More values in one tree are refused: a small object that refers to the same parts often unfolds without end. */
const maximumValues = 1_000_000;

/**
 * A copy of a JSON value that shares nothing with it, made of plain objects and arrays; properties that are `undefined`
 * are left out. What is no JSON or no well-formed string is added to `faults`; so is a value that is nested too deeply,
 * or too large, and the result is then `undefined`.
 */
export function copyJson(value: unknown, faults: Faults): unknown {
  const copier = new Copier(faults);
  const copy = copier.copy(value);
  return copier.unbounded ? undefined : copy;
}

class Copier {
  unbounded = false;
  private readonly path: Path = [];
  private readonly ancestors = new Set<object>();
  private values = 0;

  constructor(private readonly faults: Faults) {}

  copy(value: unknown): unknown {
    switch (typeof value) {
      case "boolean":
        return value;
      case "string":
        if (!value.isWellFormed()) this.refuse("must be well formed, got an unpaired surrogate");
        return value;
      case "number":
        return Number.isFinite(value) ? value : this.refuse(`must be a JSON value, got ${value}`);
      case "object":
        return value === null ? null : this.copyObject(value);
      default:
        return this.refuse(`must be a JSON value, got ${typeof value}`);
    }
  }

  private copyObject(value: object): unknown {
    if (this.ancestors.has(value)) return this.refuse("must be a JSON value, got a cycle");
    if (this.path.length >= maximumDepth) return this.stop(`must not be nested deeper than ${maximumDepth} levels`);
    const keys = Array.isArray(value) ? undefined : plainKeys(value);
    const items = Array.isArray(value) ? (value as unknown[]) : undefined;
    if (items === undefined && keys === undefined)
      return this.refuse("must be a JSON value, got an instance of a class");
    this.values += (items ?? keys ?? []).length;
    if (this.values > maximumValues) return this.stop(`must not hold more than ${maximumValues} values`);
    this.ancestors.add(value);
    const copy = items === undefined ? this.copyProperties(value, keys ?? []) : this.copyItems(items);
    this.ancestors.delete(value);
    return copy;
  }

  private copyItems(items: readonly unknown[]): unknown[] {
    const copy: unknown[] = [];
    for (let index = 0; index < items.length && !this.unbounded; index++) {
      copy.push(this.at(index, items[index]));
    }
    return copy;
  }

  private copyProperties(value: object, keys: readonly string[]): object {
    const entries: [string, unknown][] = [];
    for (const key of keys) {
      if (this.unbounded) break;
      const property = (value as Record<string, unknown>)[key];
      if (property === undefined) continue;
      if (!key.isWellFormed()) this.refuse("must have well-formed names, got an unpaired surrogate");
      entries.push([key, this.at(key, property)]);
    }
    return Object.fromEntries(entries);
  }

  private at(key: string | number, value: unknown): unknown {
    this.path.push(key);
    const copy = this.copy(value);
    this.path.pop();
    return copy;
  }

  private stop(problem: string): undefined {
    this.unbounded = true;
    return this.refuse(problem);
  }

  private refuse(problem: string): undefined {
    this.faults.add(this.path, problem);
    return undefined;
  }
}

/** The names of a plain object, also one of another realm; nothing for an instance of a class. */
function plainKeys(value: object): string[] | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return plain ? Object.keys(value) : undefined;
}
