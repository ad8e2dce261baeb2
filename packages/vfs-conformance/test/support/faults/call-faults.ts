import { setImmediate } from "node:timers/promises";
import { VfsError, validatePath } from "@x/vfs";
import { capabilityFault, changed, type Fault, fault } from "../fault.js";
import { createPlainStorage, vfsError } from "../plain-storage.js";

const root = "/srv/tenants/blue";

/** Faults in how calls end: conflicts, aborts, errors. */
export const callFaults: readonly Fault[] = [
  fault(
    "conflict/below-a-file",
    "a write below a file is a failure of the medium",
    (base) => ({
      async writeFile(path, content, type, options) {
        validatePath(path);
        if (base.files.has(path.split("/")[0] ?? "") && path.includes("/")) throw vfsError("VFS_UNAVAILABLE", path);
        return base.writeFile(path, content, type, options);
      },
    }),
    { also: ["model/agrees-with-a-map"] },
  ),
  fault(
    "conflict/above-a-file",
    "a write over a directory removes what is below",
    (base) => ({
      async writeFile(path, content, type, options) {
        await base.writeFile(path, content, type, options);
        for (const key of [...base.files.keys()]) if (key.startsWith(`${path}/`)) base.files.delete(key);
      },
    }),
    { also: ["model/agrees-with-a-map"] },
  ),
  fault("abort/list", "listFiles ignores its signal", (base) => ({
    listFiles: (options) => base.listFiles(options?.prefix === undefined ? {} : { prefix: options.prefix }),
  })),
  fault("abort/read", "readFile ignores its signal", (base) => ({ readFile: (path) => base.readFile(path) })),
  fault("abort/write", "an aborted write happens all the same", (base) => ({
    async writeFile(path, content, type, options) {
      await base.writeFile(path, content, type);
      options?.signal?.throwIfAborted();
    },
  })),
  fault("abort/write", "an aborted write rejects with an error of its own", (base) => ({
    async writeFile(path, content, type, options) {
      validatePath(path);
      if (options?.signal?.aborted === true) throw new Error("aborted");
      return base.writeFile(path, content, type, options);
    },
  })),
  fault("abort/delete", "deleteFile ignores its signal", (base) => ({ deleteFile: (path) => base.deleteFile(path) })),
  fault("abort/while-writing", "a write that is aborted half way leaves the half", (base) => ({
    async writeFile(path, content, type, options) {
      await base.writeFile(path, content, type, options);
      if (options?.signal === undefined || content.length < 1000) return;
      base.put(path, content.subarray(0, 500), type);
      await setImmediate();
      options.signal.throwIfAborted();
      base.put(path, content, type);
    },
  })),
  fault("abort/while-writing", "a write that is aborted half way leaves its temporary file", (base) => ({
    async writeFile(path, content, type, options) {
      await base.writeFile(path, content, type, options);
      await setImmediate();
      if (options?.signal?.aborted === true) base.put(".tmp", content, type);
    },
  })),
  fault("abort/while-reading", "a read that is aborted half way gives the half", (base) => ({
    async readFile(path, options) {
      const { content, metadata } = await base.readFile(path, options);
      await setImmediate();
      return { content: options?.signal?.aborted === true ? content.subarray(0, 500) : content, metadata };
    },
  })),
  fault("abort/too-late", "an abort undoes a write that has resolved", (base) => ({
    async writeFile(path, content, type, options) {
      const isNew = !base.files.has(path);
      await base.writeFile(path, content, type, options);
      if (isNew) options?.signal?.addEventListener("abort", () => base.files.delete(path));
    },
  })),
  fault("errors/rejected-never-thrown", "deleteFile throws at once on an invalid path", (base) => ({
    deleteFile(path, options) {
      validatePath(path);
      return base.deleteFile(path, options);
    },
  })),
  fault("errors/rejected-never-thrown", "listFiles throws at once when aborted", (base) => ({
    listFiles(options) {
      options?.signal?.throwIfAborted();
      return base.listFiles(options);
    },
  })),
  capabilityFault(
    "readRange",
    "errors/rejected-never-thrown",
    "readRange throws at once on an invalid path",
    (base) => (path, start, length, options) => {
      validatePath(path);
      return base.every.readRange(path, start, length, options);
    },
  ),
  capabilityFault(
    "createFile",
    "errors/rejected-never-thrown",
    "createFile throws at once when aborted",
    (base) => (path, content, type, options) => {
      if (typeof path === "string" && !path.includes("..")) options?.signal?.throwIfAborted();
      return base.every.createFile(path, content, type, options);
    },
  ),
  capabilityFault(
    "readFiles",
    "errors/rejected-never-thrown",
    "readFiles throws at once when aborted",
    (base) => (paths, options) => {
      options?.signal?.throwIfAborted();
      return base.every.readFiles(paths, options);
    },
  ),
  capabilityFault("stat", "capabilities/detached", "stat needs the object that it is in", (base) => {
    const { stat } = base.every;
    return function (this: unknown, path, options) {
      return this === undefined ? Promise.reject(new TypeError("this is undefined")) : stat(path, options);
    };
  }),
  fault("errors/tell-the-path", "errors carry no path", (base) => ({
    async readFile(path, options) {
      try {
        return await base.readFile(path, options);
      } catch (error) {
        throw VfsError.is(error) ? new VfsError(error.code, error.message) : error;
      }
    },
  })),
  fault(
    "errors/no-leak",
    "the refusal of an invalid path shows the root",
    (base) => ({
      async writeFile(path, content, type, options) {
        if (path === "/x") throw vfsError("VFS_PATH_INVALID", path, `${root}/x is outside`);
        return base.writeFile(path, content, type, options);
      },
    }),
    { traits: { secrets: [root] } },
  ),
  fault("errors/no-leak", "the error of a missing file shows the query", (base) => ({
    async deleteFile(path, options) {
      if (path === "missing.txt") {
        throw vfsError("VFS_FILE_NOT_FOUND", path, "no rows: DELETE FROM files WHERE path = $1");
      }
      return base.deleteFile(path, options);
    },
  })),
  capabilityFault(
    "createFile",
    "errors/no-leak-on-collision",
    "the error of an existing file shows the connection string",
    (base) => async (path, content, type, options) => {
      validatePath(path);
      if (base.files.has(path)) throw vfsError("VFS_FILE_EXISTS", path, "exists in postgres://app:hunter2@db/files");
      return base.every.createFile(path, content, type, options);
    },
  ),
  capabilityFault(
    "createFile",
    "errors/no-leak-on-collision",
    "the error of an existing file is that of the system",
    (base) => async (path, content, type, options) => {
      validatePath(path);
      if (base.files.has(path))
        throw vfsError("VFS_FILE_EXISTS", path, `EEXIST: file already exists, open '/srv/${path}'`);
      return base.every.createFile(path, content, type, options);
    },
  ),
  mediumFault("a failure of the medium passes as it is", (cause) => cause),
  mediumFault("a failure of the medium has no cause", () => new VfsError("VFS_UNAVAILABLE", "the medium fails")),
  mediumFault(
    "a failure of the medium shows what failed",
    (cause) => new VfsError("VFS_UNAVAILABLE", `the medium fails: ${cause.message}`, { cause }),
  ),
  {
    name: "a capability appears with the first write",
    breaks: "capabilities/fixed",
    also: [],
    traits: {},
    create() {
      const base = createPlainStorage();
      let written = false;
      const storage = changed(base, {
        async writeFile(path, content, type, options) {
          await base.writeFile(path, content, type, options);
          written = true;
        },
      });
      const late = { get: () => (written ? { stat: base.every.stat } : {}) };
      return { storage: Object.defineProperty(storage, "capabilities", late) };
    },
  },
];

/** A store whose medium can be made to fail, with a fault in how it tells. */
function mediumFault(name: string, told: (cause: Error) => Error): Fault {
  return {
    name,
    breaks: "errors/medium",
    also: [],
    traits: { failingMedium: true },
    create() {
      const base = createPlainStorage();
      let broken = false;
      const failIfBroken = () => {
        if (broken) throw told(new Error(`EIO: i/o error, open '${root}/there.txt'`));
      };
      const storage = changed(base, {
        async listFiles(options) {
          failIfBroken();
          return base.listFiles(options);
        },
        async readFile(path, options) {
          failIfBroken();
          return base.readFile(path, options);
        },
        async writeFile(path, content, type, options) {
          failIfBroken();
          return base.writeFile(path, content, type, options);
        },
        async deleteFile(path, options) {
          failIfBroken();
          return base.deleteFile(path, options);
        },
      });
      const breakMedium = () => {
        broken = true;
      };
      return { storage, breakMedium };
    },
  };
}
