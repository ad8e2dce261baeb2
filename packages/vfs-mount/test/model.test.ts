import { comparePaths, type Storage, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import fc from "fast-check";
import { expect, test } from "vitest";
import { collect, encode, memoryOf, textsOf } from "./text-files.js";

// Few names, so that mounts, directories and files meet in every way.
const segment = fc.constantFrom("a", "b", "a-", "😀");
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));
const mountName = fc.array(segment, { maxLength: 3 }).map((segments) => segments.join("/"));

const step = fc.oneof(
  fc.record({ method: fc.constant("write" as const), path }),
  fc.record({ method: fc.constant("create" as const), path }),
  fc.record({ method: fc.constant("delete" as const), path }),
  fc.record({ method: fc.constant("move" as const), path, destination: path, overwrite: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The union that a table of mounts describes, in the plainest words. */
function createModel(names: readonly string[]) {
  const files = new Map<string, string>();
  const isDirectory = (path: string) => names.some((name) => name === path || name.startsWith(`${path}/`));
  const hasStore = (path: string) => names.some((name) => name === "" || path.startsWith(`${name}/`));
  const canHold = (path: string) => !isDirectory(path) && hasStore(path);
  return {
    files,
    canHold,
    apply(step: Step, text: string): string | undefined {
      const { method, path } = step;
      if (method === "write" || method === "create") {
        if (!canHold(path)) return "VFS_PATH_CONFLICT";
        if (method === "create" && files.has(path)) return "VFS_FILE_EXISTS";
        files.set(path, text);
        return undefined;
      }
      if (!canHold(path)) return "VFS_FILE_NOT_FOUND";
      if (method === "move" && !canHold(step.destination)) return "VFS_PATH_CONFLICT";
      const moved = files.get(path);
      if (moved === undefined) return "VFS_FILE_NOT_FOUND";
      if (method === "move") {
        if (step.destination === path) return undefined;
        if (files.has(step.destination) && !step.overwrite) return "VFS_FILE_EXISTS";
        files.set(step.destination, moved);
      }
      files.delete(path);
      return undefined;
    },
  };
}

async function applyTo(storage: Storage, step: Step, text: string): Promise<void> {
  const { createFile, moveFile } = storage.capabilities;
  const { method, path } = step;
  if (method === "write") await storage.writeFile(path, encode(text), "text/plain");
  else if (method === "create") await createFile!(path, encode(text), "text/plain");
  else if (method === "delete") await storage.deleteFile(path);
  else await moveFile!(path, step.destination, { overwrite: step.overwrite });
}

test("law: a mount reads like the union that its table describes, whatever was done before", async () => {
  const names = fc.uniqueArray(mountName, { minLength: 1, maxLength: 4 });
  const prefix = fc.oneof(fc.constantFrom("", "a", "a/", "a/b", "a-/", "b/a", "\ud83d"), path);
  await fc.assert(
    fc.asyncProperty(
      names,
      fc.array(path, { maxLength: 5 }),
      fc.array(step, { maxLength: 25 }),
      prefix,
      async (names, earlier, steps, prefix) => {
        // Every store holds files from before, of which some are hidden in the tree.
        const stores = names.map((name) => [name, memoryOf(`in ${name}`, ...earlier)] as const);
        const storage = createMountStorage(Object.fromEntries(stores));
        const model = createModel(names);
        for (const name of [...names].sort((a, b) => a.length - b.length)) {
          const base = name === "" ? "" : `${name}/`;
          for (const path of model.files.keys()) if (path.startsWith(base)) model.files.delete(path);
          for (const path of earlier) if (model.canHold(base + path)) model.files.set(base + path, `in ${name}`);
        }

        for (const [index, step] of steps.entries()) {
          const outcome = await applyTo(storage, step, `${index}`).then(
            () => undefined,
            (error: unknown) => (VfsError.is(error) ? error.code : error),
          );
          expect(outcome).toBe(model.apply(step, `${index}`));
        }

        const expected = [...model.files].sort(([a], [b]) => comparePaths(a, b));
        expect(Object.entries(await textsOf(storage))).toEqual(expected);
        expect(Object.keys(await textsOf(storage, prefix))).toEqual(
          expected.map(([path]) => path).filter((path) => path.startsWith(prefix)),
        );
        expect(await storage.capabilities.search!.query("")).toEqual(expected.map(([path]) => path));
        const asked = [...model.files.keys(), ...earlier];
        const read = await collect(storage.capabilities.readFiles!(asked));
        expect(read).toHaveLength(asked.length);
        for (const file of read) {
          if ("missing" in file) expect(model.files.has(file.path)).toBe(false);
          else expect(file.content).toEqual(encode(model.files.get(file.metadata.path)!));
        }
      },
    ),
  );
});

test("a path that is made of the same names belongs to one store only", async () => {
  const stores = { "": createMemoryStorage(), a: createMemoryStorage(), "a/a": createMemoryStorage() };
  const storage = createMountStorage(stores);
  for (const path of ["b", "a/b", "a/a/b", "a/a/a"]) await storage.writeFile(path, encode(path), "text/plain");
  expect(await textsOf(stores[""])).toEqual({ b: "b" });
  expect(await textsOf(stores.a)).toEqual({ b: "a/b" });
  expect(await textsOf(stores["a/a"])).toEqual({ a: "a/a/a", b: "a/a/b" });
});
