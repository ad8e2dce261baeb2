import { setImmediate } from "node:timers/promises";
import type { Storage } from "@x/vfs";
import { type Changes, changed, type Fault, fault } from "../fault.js";
import { createPlainStorage, type Medium, type PlainStorage } from "../plain-storage.js";

/** A store on a medium that a second one is opened on, with a fault between the two. */
function durabilityFault(
  breaks: string,
  name: string,
  reopen: (medium: Medium) => Storage,
  change: (base: PlainStorage) => Changes = () => ({}),
): Fault {
  return {
    name,
    breaks,
    also: [],
    traits: { durable: true },
    create() {
      const base = createPlainStorage();
      return { storage: changed(base, change(base)), reopen: () => reopen(base.files) };
    },
  };
}

const again = (medium: Medium): Storage => createPlainStorage([], medium);

/** A store that counts its own writes from 1 and uses the count as version. */
function counting(files: Medium): Storage {
  const base = createPlainStorage(["replaceFile"], files);
  let writes = 0;
  const count = (path: string) => {
    base.existing(path).version = String(++writes);
  };
  return changed(base, {
    async writeFile(path, content, type, options) {
      await base.writeFile(path, content, type, options);
      count(path);
    },
    capabilities: {
      replaceFile: async (path, content, type, version, options) => {
        await base.every.replaceFile(path, content, type, version, options);
        count(path);
      },
    },
  });
}

export const durabilityFaults: readonly Fault[] = [
  (() => {
    const firsts = new WeakMap<Medium, Medium>();
    return durabilityFault(
      "durable/files",
      "only the first write of a file reaches the medium",
      (medium) => again(new Map(firsts.get(medium) ?? [])),
      (base) => ({
        async writeFile(path, content, type, options) {
          await base.writeFile(path, content, type, options);
          const first = firsts.get(base.files) ?? new Map(base.files);
          if (!first.has(path)) first.set(path, base.existing(path));
          firsts.set(base.files, first);
        },
        async deleteFile(path, options) {
          await base.deleteFile(path, options);
          firsts.get(base.files)?.delete(path);
        },
      }),
    );
  })(),
  (() => {
    const deleted = new WeakMap<Medium, Medium>();
    return durabilityFault(
      "durable/deletes",
      "deletes do not reach the medium",
      (medium) => again(new Map([...medium, ...(deleted.get(medium) ?? [])])),
      (base) => ({
        async deleteFile(path, options) {
          const file = base.files.get(path);
          await base.deleteFile(path, options);
          if (file) deleted.set(base.files, new Map([[path, file]]));
        },
      }),
    );
  })(),
  durabilityFault("durable/metadata", "the content type is lost", (medium) =>
    again(new Map([...medium].map(([path, file]) => [path, { ...file, contentType: "application/octet-stream" }]))),
  ),
  durabilityFault("durable/while-writing", "a large write reaches the medium in two steps", again, (base) => ({
    async writeFile(path, content, type, options) {
      if (base.files.has(path) && content.length === 700_000) {
        base.put(path, content.subarray(0, 200_000), type);
        await setImmediate();
      }
      return base.writeFile(path, content, type, options);
    },
  })),
  {
    name: "versions are counted from 1 in each process",
    breaks: "durable/versions",
    also: [],
    traits: { durable: true },
    create() {
      const files: Medium = new Map();
      return { storage: counting(files), reopen: () => counting(files) };
    },
  },
  fault("model/agrees-with-a-map", "the write after two deletes is lost", (base) => {
    let deletes = 0;
    return {
      async deleteFile(path, options) {
        await base.deleteFile(path, options);
        deletes++;
      },
      async writeFile(path, content, type, options) {
        const lost = deletes === 2;
        deletes = 0;
        if (!lost) await base.writeFile(path, content, type, options);
      },
    };
  }),
];
