import { validatePath } from "@x/vfs";
import { type Fault, fault, readOnlyFault, refuse } from "../fault.js";
import { createPlainStorage, vfsError } from "../plain-storage.js";

export const readOnlyFaults: readonly Fault[] = [
  readOnlyFault("read-only/declared", "a store that refuses writes does not say so", () => ({
    capabilities: { readOnly: undefined as never },
  })),
  fault(
    "read-only/declared",
    "a store that can be written says it cannot",
    () => ({ capabilities: { readOnly: true } }),
    {
      also: ["read-only/write", "read-only/delete"],
    },
  ),
  readOnlyFault("read-only/write", "a write to a missing file is not found", (base) => ({
    async writeFile(path) {
      validatePath(path);
      base.existing(path);
      refuse(path);
    },
  })),
  readOnlyFault("read-only/delete", "a delete of a missing file is not found", (base) => ({
    async deleteFile(path) {
      validatePath(path);
      base.existing(path);
      refuse(path);
    },
  })),
  readOnlyFault("read-only/no-writing-capability", "a read-only store offers createFile", () => ({
    capabilities: { createFile: async (path) => refuse(path) },
  })),
  readOnlyFault("read-only/scopes", "a scope of a read-only store can be written", () => ({
    capabilities: {
      scope(name) {
        if (typeof name !== "string" || name === "") throw new TypeError("a name is a non-empty string");
        return { ...createPlainStorage(), capabilities: { readOnly: true } };
      },
    },
  })),
  fault("stat/metadata", "an absent stat is null", () => ({ capabilities: { stat: null as never } }), {
    also: ["paths/stat", "stat/missing", "stat/no-directories", "stat/abort"],
  }),
  fault(
    "stat/metadata",
    "a stat that is there only refuses",
    () => ({
      capabilities: {
        stat: async (path) => {
          throw vfsError("VFS_UNAVAILABLE", path, "stat is not supported");
        },
      },
    }),
    {
      also: [
        "paths/stat",
        "paths/first",
        "stat/missing",
        "stat/no-directories",
        "stat/abort",
        "model/agrees-with-a-map",
      ],
    },
  ),
];
