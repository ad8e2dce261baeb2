import { comparePaths, type Storage, type StorageCapabilities } from "@x/vfs";
import { capabilityFault, type Fault, type FaultOptions, fault } from "../fault.js";
import { createPlainStorage, type PlainStorage } from "../plain-storage.js";

type Query = NonNullable<StorageCapabilities["search"]>["query"];

function queryFault(breaks: string, name: string, query: (base: PlainStorage) => Query, options?: FaultOptions): Fault {
  return capabilityFault("search", breaks, name, (base) => ({ ...base.every.search, query: query(base) }), options);
}

/** An index that every method keeps but this one. */
function indexFault(method: "createFile" | "replaceFile" | "moveFile"): Fault {
  return fault(
    "search/current",
    `${method} leaves the index as it is`,
    (base) => {
      const index = new Map<string, string>();
      const put = (path: string) => index.set(path, Buffer.from(base.existing(path).content).toString());
      const { createFile, replaceFile, moveFile } = base.every;
      const indexed: Required<Pick<StorageCapabilities, "createFile" | "replaceFile" | "moveFile">> = {
        async createFile(path, ...rest) {
          await createFile(path, ...rest);
          put(path);
        },
        async replaceFile(path, ...rest) {
          await replaceFile(path, ...rest);
          put(path);
        },
        async moveFile(source, destination, options) {
          await moveFile(source, destination, options);
          index.delete(source);
          put(destination);
        },
      };
      return {
        async writeFile(path, ...rest) {
          await base.writeFile(path, ...rest);
          put(path);
        },
        async deleteFile(path, options) {
          await base.deleteFile(path, options);
          index.delete(path);
        },
        capabilities: {
          ...indexed,
          [method]: base.every[method],
          search: {
            ...base.every.search,
            async query(text, options) {
              options?.signal?.throwIfAborted();
              return [...index.keys()].filter((path) => index.get(path)?.includes(text)).sort(comparePaths);
            },
          },
        },
      };
    },
    { has: ["search", "createFile", "replaceFile", "moveFile"] },
  );
}

export const searchFaults: readonly Fault[] = [
  queryFault(
    "search/finds",
    "search looks only at the start of a file",
    (base) => async (text, options) =>
      (await base.every.search.query(text, options)).filter((path) =>
        Buffer.from(base.existing(path).content).toString().startsWith(text),
      ),
  ),
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
  ...(["createFile", "replaceFile", "moveFile"] as const).map(indexFault),
  queryFault(
    "search/many",
    "a search ends after 100 files",
    (base) => async (text, options) => (await base.every.search.query(text, options)).slice(0, 100),
  ),
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
