import { alternativesOf, namedTypes } from "./json-type.js";
import { repairValue } from "./repair-value.js";
import type { SchemaFaultFinder } from "./schema-fault-finder.js";
import { isObject } from "./schema-keywords.js";
import type { SchemaReferences } from "./schema-references.js";

/**
 * Turns what a model sent into what its schema means, before faults are looked for: a `null` property counts as absent
 * where its schema allows no null, and, where asked for, values of another type are repaired. What is valid stays the
 * very same value. One instance serves one call.
 */
export class ArgumentPreparer {
  private readonly prepared = new Map<unknown, Map<object, unknown>>();

  constructor(
    private readonly references: SchemaReferences,
    private readonly finder: SchemaFaultFinder,
    private readonly repairs: boolean,
  ) {}

  prepare(schema: unknown, sent: unknown): unknown {
    if (!isObject(schema)) return sent;
    let value = sent;
    if (typeof schema.$ref === "string") value = this.prepare(this.references.resolve(schema.$ref), value);
    if (this.repairs) value = repairValue(schema, value, this.references);
    if (Array.isArray(value)) value = this.prepareItems(schema, value);
    else if (isObject(value)) value = this.prepareProperties(schema, value);
    if (Array.isArray(schema.allOf)) for (const part of schema.allOf) value = this.prepare(part, value);
    for (const part of this.finder.conditionalSchemas(schema, value)) value = this.prepare(part, value);
    const alternatives = alternativesOf(schema);
    return alternatives === undefined ? value : this.prepareAlternatives(schema, alternatives, value);
  }

  private prepareItems(schema: Record<string, unknown>, value: readonly unknown[]): readonly unknown[] {
    const leading = Array.isArray(schema.prefixItems) ? (schema.prefixItems as unknown[]) : [];
    const items = value.map((item, index) =>
      this.prepare(index < leading.length ? leading[index] : schema.items, item),
    );
    return items.some((item, index) => item !== value[index]) ? items : value;
  }

  private prepareProperties(schema: Record<string, unknown>, value: Record<string, unknown>): Record<string, unknown> {
    let changed = false;
    const entries: [string, unknown][] = [];
    for (const [name, property] of Object.entries(value)) {
      const parts = this.finder.propertySchemas(schema, name);
      if (property === null && !parts.every((part) => this.finder.fits(part, null))) {
        changed = true;
        continue;
      }
      const prepared = parts.reduce((result, part) => this.prepare(part, result), property);
      changed ||= prepared !== property;
      entries.push([name, prepared]);
    }
    return changed ? Object.fromEntries(entries) : value;
  }

  private prepareAlternatives(
    schema: Record<string, unknown>,
    alternatives: readonly unknown[],
    value: unknown,
  ): unknown {
    if (typeof value === "string") {
      const types = namedTypes(schema, this.references);
      if (types === undefined || types.has("string")) return value;
    }
    if (typeof value !== "object" || value === null) return this.prepareForOne(alternatives, value);
    // Remembered, so that alternatives within alternatives cost their number and not its power.
    const known = this.prepared.get(schema) ?? new Map<object, unknown>();
    this.prepared.set(schema, known);
    if (!known.has(value)) known.set(value, this.prepareForOne(alternatives, value));
    return known.get(value);
  }

  private prepareForOne(alternatives: readonly unknown[], value: unknown): unknown {
    if (alternatives.some((alternative) => this.finder.fits(alternative, value))) return value;
    for (const alternative of alternatives) {
      const candidate = this.prepare(alternative, value);
      if (candidate !== value && this.finder.fits(alternative, candidate)) return candidate;
    }
    const intended = this.finder.intended(alternatives, value);
    return intended === undefined ? value : this.prepare(intended, value);
  }
}
