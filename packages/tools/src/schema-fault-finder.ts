import { showValue } from "./bound-text.js";
import type { FaultKind, Path } from "./faults.js";
import { allowsType, alternativesOf, jsonTypeOf, namedTypes } from "./json-type.js";
import { isObject } from "./schema-keywords.js";
import type { SchemaReferences } from "./schema-references.js";
import { limitProblem, literalProblem, literalsOf, shapeProblem, typeProblem } from "./value-problem.js";

/** Where faults go: a list for a message, or only the question whether there is one. */
export interface FaultSink {
  readonly full: boolean;
  add(path: Path, problem: string, kind?: FaultKind): void;
}

/**
 * Finds what is wrong with a value by the keywords that tools use, in texts for a model. One instance serves one call:
 * it remembers which alternatives a value fits, so that nested alternatives cost no more than their number.
 */
export class SchemaFaultFinder {
  private readonly path: Path = [];
  private readonly fitting = new Map<unknown, Map<object, boolean>>();

  constructor(
    private readonly references: SchemaReferences,
    private readonly patterns: ReadonlyMap<string, RegExp>,
    /** For schemas with keywords that are not known here; `undefined` where nothing else knows them either. */
    private readonly exact: ReadonlyMap<unknown, { Check(value: unknown): boolean } | undefined>,
  ) {}

  find(schema: unknown, value: unknown, sink: FaultSink): void {
    if (sink.full || schema === true) return;
    if (schema === false) return sink.add(this.path, "is not allowed");
    if (!isObject(schema)) return;
    if (typeof schema.$ref === "string") this.find(this.references.resolve(schema.$ref), value, sink);
    const misshapen = shapeProblem(schema, value);
    if (misshapen !== undefined) return sink.add(this.path, misshapen);
    const limit = limitProblem(schema, value) ?? this.stringProblem(schema, value);
    if (limit !== undefined) return sink.add(this.path, limit, "limit");
    if (Array.isArray(value)) this.findInItems(schema, value, sink);
    else if (isObject(value)) this.findInProperties(schema, value, sink);
    if (Array.isArray(schema.allOf)) for (const part of schema.allOf) this.find(part, value, sink);
    for (const part of this.conditionalSchemas(schema, value)) this.find(part, value, sink);
    const alternatives = alternativesOf(schema);
    if (alternatives !== undefined) this.findInAlternatives(schema, alternatives, value, sink);
  }

  fits(schema: unknown, value: unknown): boolean {
    if (typeof value !== "object" || value === null) return this.findsNothing(schema, value);
    const known = this.fitting.get(schema) ?? new Map<object, boolean>();
    this.fitting.set(schema, known);
    const fits = known.get(value) ?? this.findsNothing(schema, value);
    known.set(value, fits);
    return fits;
  }

  /** The schemas that hold too because of what is in the value. */
  conditionalSchemas(schema: Record<string, unknown>, value: unknown): unknown[] {
    const untold = schema.if === undefined || (this.exact.has(schema.if) && this.exact.get(schema.if) === undefined);
    const parts = untold ? [] : [this.fits(schema.if, value) ? schema.then : schema.else];
    if (!isObject(schema.dependentSchemas) || !isObject(value)) return parts;
    const dependent = Object.entries(schema.dependentSchemas).filter(([name]) => Object.hasOwn(value, name));
    return [...parts, ...dependent.map(([, part]) => part)];
  }

  private findsNothing(schema: unknown, value: unknown): boolean {
    const exact = this.exact.get(schema);
    if (exact !== undefined) return exact.Check(value);
    const sink = {
      full: false,
      add() {
        this.full = true;
      },
    };
    this.find(schema, value, sink);
    return !sink.full;
  }

  /** The alternative that a value was meant for: the only one of its type, or the only one with its marks. */
  intended(alternatives: readonly unknown[], value: unknown): unknown {
    const type = jsonTypeOf(value);
    const ofType = alternatives.filter((part) => allowsType(namedTypes(part, this.references), type));
    if (ofType.length <= 1 || !isObject(value)) return ofType.length === 1 ? ofType[0] : undefined;
    const marked = ofType.filter((part) => this.hasMarksOf(part, value));
    return marked.length === 1 ? marked[0] : undefined;
  }

  private hasMarksOf(alternative: unknown, value: Record<string, unknown>): boolean {
    let schema = alternative;
    for (let hops = 0; hops < 16 && isObject(schema) && typeof schema.$ref === "string"; hops++) {
      schema = this.references.resolve(schema.$ref);
    }
    if (!isObject(schema) || !isObject(schema.properties)) return true;
    return Object.entries(schema.properties).every(([name, property]) => {
      const mark = isObject(property) && ("const" in property || Array.isArray(property.enum));
      return !mark || (Object.hasOwn(value, name) && this.fits(property, value[name]));
    });
  }

  private findInAlternatives(
    schema: Record<string, unknown>,
    alternatives: readonly unknown[],
    value: unknown,
    sink: FaultSink,
  ): void {
    const fitting = alternatives.filter((part) => this.fits(part, value)).length;
    if (fitting === 1 || (fitting > 1 && schema.anyOf !== undefined)) return;
    if (fitting > 1) return sink.add(this.path, `must fit exactly one of its forms, but fits ${fitting}`);
    const literals = alternatives.flatMap((part) => literalsOf(part) ?? [undefined]);
    if (!literals.includes(undefined)) return sink.add(this.path, literalProblem(literals, value));
    const intended = this.intended(alternatives, value);
    if (intended !== undefined) return this.find(intended, value, sink);
    const types = namedTypes(schema, this.references);
    const typeFits = allowsType(types, jsonTypeOf(value));
    sink.add(
      this.path,
      typeFits ? `must fit one of its ${alternatives.length} forms` : typeProblem(types ?? [], value),
    );
  }

  private findInItems(schema: Record<string, unknown>, value: readonly unknown[], sink: FaultSink): void {
    const leading = Array.isArray(schema.prefixItems) ? (schema.prefixItems as unknown[]) : [];
    if (leading.length === 0 && schema.items === undefined) return;
    for (let index = 0; index < value.length && !sink.full; index++) {
      this.findAt(index, index < leading.length ? leading[index] : (schema.items ?? true), value[index], sink);
    }
  }

  private findInProperties(schema: Record<string, unknown>, value: Record<string, unknown>, sink: FaultSink): void {
    const declared = isObject(schema.properties) ? schema.properties : {};
    const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
    for (const name of Object.keys(declared)) {
      if (Object.hasOwn(value, name)) this.findInProperty(schema, name, value[name], sink);
      else if (required.includes(name)) this.addAt(name, "is required", sink);
    }
    for (const name of required) {
      if (typeof name !== "string" || Object.hasOwn(declared, name) || Object.hasOwn(value, name)) continue;
      this.addAt(name, "is required", sink);
    }
    if (schema.additionalProperties === undefined && schema.patternProperties === undefined) return;
    for (const name of Object.keys(value)) {
      if (sink.full) return;
      if (Object.hasOwn(declared, name)) continue;
      this.findInProperty(schema, name, value[name], sink);
    }
  }

  private findInProperty(schema: Record<string, unknown>, name: string, value: unknown, sink: FaultSink): void {
    const parts = this.propertySchemas(schema, name);
    if (parts.includes(false)) {
      const known = Object.keys(isObject(schema.properties) ? schema.properties : {}).map((key) => JSON.stringify(key));
      this.addAt(name, `is not allowed${known.length > 0 ? `, only ${known.join(", ")}` : ""}`, sink);
    } else for (const part of parts) this.findAt(name, part, value, sink);
  }

  /** The schemas of a property: the declared one and those of its patterns, or else the one for all others. */
  propertySchemas(schema: Record<string, unknown>, name: string): unknown[] {
    const parts: unknown[] = [];
    if (isObject(schema.properties) && Object.hasOwn(schema.properties, name)) parts.push(schema.properties[name]);
    if (isObject(schema.patternProperties)) {
      for (const [pattern, part] of Object.entries(schema.patternProperties)) {
        if (this.patterns.get(pattern)?.test(name) === true) parts.push(part);
      }
    }
    if (parts.length === 0 && schema.additionalProperties !== undefined) parts.push(schema.additionalProperties);
    return parts;
  }

  private stringProblem(schema: Record<string, unknown>, value: unknown): string | undefined {
    if (typeof value !== "string" || typeof schema.pattern !== "string") return undefined;
    return this.patterns.get(schema.pattern)?.test(value) === false
      ? `must match the pattern ${schema.pattern}, got ${showValue(value)}`
      : undefined;
  }

  private findAt(key: string | number, schema: unknown, value: unknown, sink: FaultSink): void {
    this.path.push(key);
    this.find(schema, value, sink);
    this.path.pop();
  }

  private addAt(key: string, problem: string, sink: FaultSink): void {
    this.path.push(key);
    sink.add(this.path, problem);
    this.path.pop();
  }
}
