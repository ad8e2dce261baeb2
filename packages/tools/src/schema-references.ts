import { isObject, visitSchemas } from "./schema-keywords.js";

/** Finds what a `$ref` within a schema points at. */
export class SchemaReferences {
  private readonly named = new Map<string, unknown>();

  constructor(private readonly root: unknown) {
    visitSchemas(root, (schema) => {
      if (typeof schema.$id === "string") this.named.set(schema.$id, schema);
      if (typeof schema.$anchor === "string") this.named.set(`#${schema.$anchor}`, schema);
    });
  }

  /** The schema, or `undefined` where the reference leads out of the root schema. */
  resolve(reference: string): unknown {
    if (reference === "#") return this.root;
    if (this.named.has(reference)) return this.named.get(reference);
    if (!reference.startsWith("#/")) {
      const definitions = isObject(this.root) ? this.root.$defs : undefined;
      return isObject(definitions) && Object.hasOwn(definitions, reference) ? definitions[reference] : undefined;
    }
    let target: unknown = this.root;
    for (const segment of reference.slice(2).split("/")) {
      const key = decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof target !== "object" || target === null || !Object.hasOwn(target, key)) return undefined;
      target = (target as Record<string, unknown>)[key];
    }
    return target;
  }
}
