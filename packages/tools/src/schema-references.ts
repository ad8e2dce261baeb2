import { isObject, visitSchemas } from "./schema-keywords.js";

/** Finds what a `$ref` within a schema points at. */
export class SchemaReferences {
  private readonly named = new Map<string, unknown>();
  private readonly schemas = new Set<unknown>([true, false]);
  private readonly base: string;

  constructor(private readonly root: Record<string, unknown>) {
    this.base = typeof root.$id === "string" ? root.$id : "";
    visitSchemas(root, (schema) => {
      this.schemas.add(schema);
      if (typeof schema.$id === "string") this.named.set(schema.$id, schema).set(this.absolute(schema.$id), schema);
      if (typeof schema.$anchor === "string") this.named.set(`#${schema.$anchor}`, schema);
    });
  }

  /** The schema, or `undefined` where the reference leads to none within the root schema. */
  resolve(reference: string): unknown {
    const target = this.find(reference);
    return this.schemas.has(target) ? target : undefined;
  }

  private find(reference: string): unknown {
    if (this.named.has(reference)) return this.named.get(reference);
    const [document = "", fragment = ""] = reference.split("#", 2);
    const from = document === "" ? this.root : (this.named.get(document) ?? this.named.get(this.absolute(document)));
    if (from === undefined) {
      // TypeBox's modules refer to their definitions by name.
      const { $defs } = this.root;
      return isObject($defs) && Object.hasOwn($defs, reference) ? $defs[reference] : undefined;
    }
    if (fragment === "") return from;
    return fragment.startsWith("/") ? follow(from, fragment) : undefined;
  }

  private absolute(id: string): string {
    return URL.canParse(id, this.base) ? new URL(id, this.base).href : id;
  }
}

function follow(from: unknown, pointer: string): unknown {
  let target = from;
  for (const segment of pointer.slice(1).split("/")) {
    const key = decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof target !== "object" || target === null || !Object.hasOwn(target, key)) return undefined;
    target = (target as Record<string, unknown>)[key];
  }
  return target;
}
