import { comparePaths, type Storage, type StorageCapabilities } from "@x/vfs";
import { capabilityFault, type Fault, type FaultOptions } from "../fault.js";
import { createPlainStorage, type PlainStorage } from "../plain-storage.js";

type Query = NonNullable<StorageCapabilities["search"]>["query"];

function queryFault(breaks: string, name: string, query: (base: PlainStorage) => Query, options?: FaultOptions): Fault {
  return capabilityFault("search", breaks, name, (base) => ({ ...base.every.search, query: query(base) }), options);
}

export const searchFaults: readonly Fault[] = [
  queryFault("search/finds", "search gives one file of a directory", (base) => async (text, options) => {
    const seen = new Set<string>();
    return (await base.every.search.query(text, options)).filter((path) => {
      const directory = path.slice(0, path.indexOf("/") + 1);
      const first = directory === "" || !seen.has(directory);
      seen.add(directory);
      return first;
    });
  }),
  queryFault("search/sorted", "search gives the paths as they were written", (base) => async (text, options) => {
    const found = await base.every.search.query(text, options);
    return [...base.files.keys()].filter((path) => found.includes(path));
  }),
  queryFault("search/current", "a file is indexed when it is first searched, and never again", (base) => {
    const index = new Map<string, string>();
    return async (text, options) => {
      await base.every.search.query(text, options);
      for (const [path, file] of base.files) {
        if (!index.has(path)) index.set(path, Buffer.from(file.content).toString());
      }
      return [...index.keys()]
        .filter((path) => base.files.has(path) && index.get(path)?.includes(text))
        .sort(comparePaths);
    };
  }),
  capabilityFault("search", "search/syntax", "the syntax is not told", (base) => ({
    ...base.every.search,
    syntax: "",
  })),
  queryFault("search/any-text", "an unbalanced query fails in the engine's way", (base) => async (text, options) => {
    new RegExp(text);
    return base.every.search.query(text, options);
  }),
  queryFault(
    "search/any-text",
    "a search for nothing gives what was deleted",
    (base) => async (text, options) => (text === "" ? ["gone.txt"] : base.every.search.query(text, options)),
  ),
  queryFault("search/abort", "search ignores its signal", (base) => (text) => base.every.search.query(text)),
  capabilityFault(
    "scope",
    "search/within-scope",
    "a scope searches every scope",
    (base) => {
      const scopes = new Map<string, PlainStorage>();
      return (name): Storage => {
        base.every.scope(name);
        const scope = scopes.get(name) ?? createPlainStorage(["search", "lockTarget"]);
        scopes.set(name, scope);
        const query: Query = async (text, options) => {
          const found = await Promise.all(
            [base, ...scopes.values()].map((each) => each.every.search.query(text, options)),
          );
          return [...new Set(found.flat())].sort();
        };
        return { ...scope, capabilities: { ...scope.capabilities, search: { ...scope.every.search, query } } };
      };
    },
    { has: ["search"] },
  ),
];
