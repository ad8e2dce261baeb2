import { setImmediate } from "node:timers/promises";
import { validatePath } from "@x/vfs";
import { capabilityFault, type Fault, fault } from "../fault.js";
import { createPlainStorage, vfsError } from "../plain-storage.js";
import { isDeep } from "./reading-faults.js";

const statFaults: readonly Fault[] = [
  capabilityFault("stat", "stat/metadata", "stat has no updatedAt", (base) => async (path, options) => {
    const { contentType, size, version } = await base.every.stat(path, options);
    return { path, contentType, size, ...(version !== undefined && { version }) };
  }),
  capabilityFault(
    "stat",
    "stat/missing",
    "stat below a missing directory fails otherwise",
    (base) => async (path, options) => {
      if (isDeep(path) && !base.files.has(path) && path.startsWith("no/")) throw vfsError("VFS_UNAVAILABLE", path);
      return base.every.stat(path, options);
    },
  ),
  capabilityFault("stat", "stat/no-directories", "stat knows directories", (base) => async (path, options) => {
    const below = [...base.files.keys()].some((key) => key.startsWith(`${path}/`));
    if (typeof path === "string" && path.includes("/") && below)
      return { path, contentType: "inode/directory", size: 0 };
    return base.every.stat(path, options);
  }),
  capabilityFault("stat", "stat/abort", "stat ignores its signal", (base) => (path) => base.every.stat(path)),
];

const createFileFaults: readonly Fault[] = [
  capabilityFault(
    "createFile",
    "create-file/creates",
    "createFile keeps the caller's buffer",
    (base) => async (path, content, type, options) => {
      await base.every.createFile(path, content, type, options);
      base.existing(path).content = content;
    },
  ),
  capabilityFault(
    "createFile",
    "create-file/creates",
    "createFile of no bytes keeps no file",
    (base) => async (path, content, type, options) => {
      await base.every.createFile(path, content, type, options);
      if (content.length === 0) base.files.delete(path);
    },
  ),
  capabilityFault(
    "createFile",
    "create-file/exists",
    "createFile takes an empty file for none",
    (base) => async (path, content, type, options) =>
      base.files.get(path)?.content.length === 0
        ? base.writeFile(path, content, type, options)
        : base.every.createFile(path, content, type, options),
  ),
  capabilityFault("createFile", "create-file/after-delete", "createFile takes a name once", (base) => {
    const created = new Set<string>();
    return async (path, content, type, options) => {
      if (isDeep(path) && created.has(path)) throw vfsError("VFS_FILE_EXISTS", path);
      await base.every.createFile(path, content, type, options);
      created.add(path);
    };
  }),
  capabilityFault(
    "createFile",
    "create-file/race",
    "createFile looks, waits and writes",
    (base) => async (path, content, type, options) => {
      validatePath(path);
      options?.signal?.throwIfAborted();
      if (base.files.has(path)) throw vfsError("VFS_FILE_EXISTS", path);
      await setImmediate();
      base.put(path, content, type);
    },
  ),
  capabilityFault(
    "createFile",
    "create-file/abort",
    "createFile ignores its signal",
    (base) => (path, content, type) => base.every.createFile(path, content, type),
  ),
];

const replaceFileFaults: readonly Fault[] = [
  capabilityFault(
    "replaceFile",
    "replace-file/replaces",
    "replaceFile keeps the caller's buffer",
    (base) => async (path, content, type, version, options) => {
      await base.every.replaceFile(path, content, type, version, options);
      base.existing(path).content = content;
    },
  ),
  capabilityFault(
    "replaceFile",
    "replace-file/replaces",
    "replaceFile by no bytes does nothing",
    (base) => async (path, content, type, version, options) => {
      const file = base.files.get(path);
      await base.every.replaceFile(path, content, type, version, options);
      if (content.length === 0 && file) base.files.set(path, file);
    },
  ),
  capabilityFault(
    "replaceFile",
    "replace-file/stale",
    "replaceFile takes the version of any file",
    (base) => async (path, content, type, version, options) => {
      const current = [...base.files.values()].some((file) => file.version === version);
      const { version: own = version } = base.files.get(path) ?? {};
      return base.every.replaceFile(path, content, type, current ? own : version, options);
    },
  ),
  capabilityFault(
    "replaceFile",
    "replace-file/stale",
    "an empty version is any version",
    (base) => async (path, content, type, version, options) =>
      version === "" && base.files.has(path)
        ? base.writeFile(path, content, type, options)
        : base.every.replaceFile(path, content, type, version, options),
  ),
  capabilityFault(
    "replaceFile",
    "replace-file/gone",
    "replaceFile brings a deleted file back",
    (base) => async (path, content, type, version, options) =>
      version.startsWith("v") &&
      typeof path === "string" &&
      path.length < 100 &&
      path.endsWith(".txt") &&
      !base.files.has(path)
        ? base.writeFile(path, content, type, options)
        : base.every.replaceFile(path, content, type, version, options),
  ),
  fault(
    "replace-file/version-everywhere",
    "a listing has no version",
    (base) => ({
      listFiles: async (options) =>
        (await base.listFiles(options)).map(({ path }) => {
          const { contentType, size, updatedAt } = base.metadata(path);
          return { path, contentType, size, ...(updatedAt && { updatedAt }) };
        }),
    }),
    { has: ["replaceFile"] },
  ),
  fault(
    "replace-file/version-changes",
    "the version is that of the content",
    (base) => {
      const hashed = (path: string) => ({ ...base.metadata(path), version: versionOf(base.existing(path).content) });
      return {
        listFiles: async (options) => (await base.listFiles(options)).map(({ path }) => hashed(path)),
        readFile: async (path, options) => ({
          content: (await base.readFile(path, options)).content,
          metadata: hashed(path),
        }),
        capabilities: {
          replaceFile: async (path, content, type, version, options) => {
            const file = base.files.get(path);
            const known = file !== undefined && version === versionOf(file.content);
            return base.every.replaceFile(path, content, type, known ? file.version : "none", options);
          },
        },
      };
    },
    { has: ["replaceFile"] },
  ),
  capabilityFault(
    "replaceFile",
    "replace-file/counter",
    "replaceFile looks, waits and writes",
    (base) => async (path, content, type, version, options) => {
      validatePath(path);
      options?.signal?.throwIfAborted();
      if (base.files.get(path)?.version !== version) throw vfsError("VFS_VERSION_CONFLICT", path);
      await setImmediate();
      base.put(path, content, type);
    },
  ),
  capabilityFault(
    "replaceFile",
    "replace-file/abort",
    "replaceFile ignores its signal",
    (base) => (path, content, type, version) => base.every.replaceFile(path, content, type, version),
  ),
];

const lockTargetFaults: readonly Fault[] = [
  capabilityFault("lockTarget", "lock-target/steady", "targets are members of a plain object", (base) => {
    const targets: Record<string, { storage: typeof base; path: string }> = {};
    return (path) => (targets[path] ??= { storage: base, path });
  }),
  capabilityFault("lockTarget", "lock-target/ends", "two stores name each other", (base) => {
    const other = createPlainStorage();
    const back = { ...other, capabilities: { lockTarget: (path: string) => ({ storage: base, path: `a/${path}` }) } };
    Object.assign(base, { capabilities: { lockTarget: (path: string) => ({ storage: back, path: `b/${path}` }) } });
    return (path) => ({ storage: back, path: `b/${path}` });
  }),
  capabilityFault("lockTarget", "lock-target/serialises", "the target has a new target each time", (base) => {
    const between = {
      ...base,
      capabilities: { lockTarget: (path: string) => ({ storage: createPlainStorage(), path }) },
    };
    return (path) => ({ storage: between, path });
  }),
];

function versionOf(content: Uint8Array): string {
  return `hash ${Buffer.from(content).toString("base64")}`;
}

export const capabilityFaults: readonly Fault[] = [
  ...statFaults,
  ...createFileFaults,
  ...replaceFileFaults,
  ...lockTargetFaults,
];
