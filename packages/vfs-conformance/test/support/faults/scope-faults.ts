import { type Storage, validatePath } from "@x/vfs";
import { type Changes, capabilityFault, changed, type Fault, type FaultOptions } from "../fault.js";
import { createPlainStorage, type PlainStorage, vfsError } from "../plain-storage.js";

type Scopes = Map<string, PlainStorage>;

/** Scopes with a change each: `key` tells which names are one, `change` what a scope does otherwise. */
function scopeFault(
  breaks: string,
  name: string,
  faults: {
    readonly key?: (name: string) => string;
    readonly change?: (scope: PlainStorage, key: string, scopes: Scopes, outside: PlainStorage) => Changes;
  },
  options?: FaultOptions,
): Fault {
  const { key = (scopeName: string) => scopeName, change = () => ({}) } = faults;
  return capabilityFault(
    "scope",
    breaks,
    name,
    (outside) => {
      const scopes: Scopes = new Map();
      return (scopeName): Storage => {
        outside.every.scope(scopeName);
        const folded = key(scopeName);
        const scope = scopes.get(folded) ?? createPlainStorage(["stat", "lockTarget"]);
        scopes.set(folded, scope);
        return changed(scope, change(scope, folded, scopes, outside));
      };
    },
    options,
  );
}

let handles = 0;

export const scopeFaults: readonly Fault[] = [
  scopeFault("scope/shares-nothing", "names are encoded as UTF-8", { key: (name) => Buffer.from(name).toString() }),
  scopeFault("scope/shares-nothing", "names are folded to lower case", { key: (name) => name.toLowerCase() }),
  scopeFault("scope/shares-nothing", "names are trimmed", { key: (name) => name.trim() }),
  scopeFault("scope/shares-nothing", "names are cut to 255 characters", { key: (name) => name.slice(0, 255) }),
  scopeFault("scope/shares-nothing", "names are normalized", { key: (name) => name.normalize() }),
  scopeFault("scope/shares-nothing", "separators in names become underscores", {
    key: (name) => name.replace(/[\\:]/g, "_"),
  }),
  scopeFault("scope/shares-nothing", "names end at a NUL", { key: (name) => name.split("\0")[0] ?? "" }),
  scopeFault("scope/own-paths", "a listing has the files of scopes whose name starts alike", {
    change: (_scope, key, scopes) => ({
      async listFiles(options) {
        const alike = [...scopes].filter(([name]) => name.startsWith(key));
        return (await Promise.all(alike.map(([, scope]) => scope.listFiles(options)))).flat();
      },
    }),
  }),
  scopeFault("scope/own-paths", "metadata show the path with the name of the scope", {
    change: (scope, key) => ({
      async readFile(path, options) {
        const { content, metadata } = await scope.readFile(path, options);
        return { content, metadata: { ...metadata, path: `${key}/${path}` } };
      },
    }),
  }),
  scopeFault("scope/own-paths", "errors show the path with the name of the scope", {
    change: (scope, key) => ({
      async readFile(path, options) {
        validatePath(path);
        if (!scope.files.has(path)) throw vfsError("VFS_FILE_NOT_FOUND", `${key}/${path}`);
        return scope.readFile(path, options);
      },
    }),
  }),
  scopeFault("scope/delete", "a delete reaches the same path of every scope", {
    change: (scope, _key, scopes) => ({
      async deleteFile(path, options) {
        await scope.deleteFile(path, options);
        for (const other of scopes.values()) other.files.delete(path);
      },
    }),
  }),
  scopeFault("scope/not-the-outside", "a file that a scope has not is read from outside", {
    change: (scope, _key, _scopes, outside) => ({
      readFile: (path, options) => (scope.files.has(path) ? scope : outside).readFile(path, options),
    }),
  }),
  scopeFault("scope/same-name", "a name with a blank is a new scope each time", {
    key: (name) => (name === "Tenant 1/x" ? `${name} ${++handles}` : name),
  }),
  capabilityFault(
    "scope",
    "scope/name-is-checked",
    "the empty name is a scope",
    (base) => (name) => (name === "" ? base : base.every.scope(name)),
    { has: ["lockTarget"] },
  ),
  scopeFault("scope/checks-paths", "a scope takes .. for a name", {
    change: (scope) => ({
      async readFile(path, options) {
        if (path === "../x") throw vfsError("VFS_FILE_NOT_FOUND", path);
        return scope.readFile(path, options);
      },
    }),
  }),
  scopeFault("scope/longest-path", "the name of the scope counts as part of the path", {
    change: (scope, key) => ({
      async writeFile(path, content, type, options) {
        validatePath(path);
        if (path.length > 500) validatePath(`${key}/${path}`);
        return scope.writeFile(path, content, type, options);
      },
    }),
  }),
  scopeFault("scope/capabilities", "stat looks into every scope", {
    change: (scope, _key, scopes) => ({
      capabilities: {
        stat: async (path, options) =>
          ([...scopes.values()].find((other) => other.files.has(path)) ?? scope).every.stat(path, options),
      },
    }),
  }),
  scopeFault("scope/locks", "every handle of a scope has locks of its own", {
    change: () => ({ capabilities: { lockTarget: undefined as never } }),
  }),
];
