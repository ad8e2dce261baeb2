import { comparePaths, type Storage, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import fc from "fast-check";
import { expect, test } from "vitest";

const paths = ["a", "a/b", "ab", "A", "é", "\uffee", "😀", "__proto__"] as const;
const path = fc.constantFrom(...paths);
const bytes = fc.uint8Array({ maxLength: 4 });

type Model = Map<string, { content: Uint8Array; contentType: string }>;

const call = fc.oneof(
  fc.record({ method: fc.constant("write" as const), path, bytes }),
  fc.record({ method: fc.constant("create" as const), path, bytes }),
  fc.record({ method: fc.constant("replace" as const), path, bytes, stale: fc.boolean() }),
  fc.record({ method: fc.constant("delete" as const), path }),
  fc.record({ method: fc.constant("move" as const), path, destination: path, overwrite: fc.boolean() }),
);
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

/** Does the call on the model and gives the code that the store must fail with, if it must. */
function expectedOf(model: Model, call: Call): string | undefined {
  const file = model.get(call.path);
  switch (call.method) {
    case "write":
      model.set(call.path, { content: call.bytes, contentType: "text/x-write" });
      return undefined;
    case "create":
      if (file !== undefined) return "VFS_FILE_EXISTS";
      model.set(call.path, { content: call.bytes, contentType: "text/x-create" });
      return undefined;
    case "replace":
      if (file === undefined || call.stale) return "VFS_VERSION_CONFLICT";
      model.set(call.path, { content: call.bytes, contentType: "text/x-replace" });
      return undefined;
    case "delete":
      return model.delete(call.path) ? undefined : "VFS_FILE_NOT_FOUND";
    case "move":
      if (file === undefined) return "VFS_FILE_NOT_FOUND";
      if (call.path === call.destination) return undefined;
      if (model.has(call.destination) && !call.overwrite) return "VFS_FILE_EXISTS";
      model.delete(call.path);
      model.set(call.destination, file);
      return undefined;
  }
}

async function apply(storage: Storage, call: Call): Promise<void> {
  const { createFile, replaceFile, moveFile } = storage.capabilities;
  switch (call.method) {
    case "write":
      return storage.writeFile(call.path, call.bytes, "text/x-write");
    case "create":
      return createFile!(call.path, call.bytes, "text/x-create");
    case "replace": {
      const listed = (await storage.listFiles()).find((file) => file.path === call.path);
      const version = call.stale ? "stale" : (listed?.version ?? "none");
      return replaceFile!(call.path, call.bytes, "text/x-replace", version);
    }
    case "delete":
      return storage.deleteFile(call.path);
    case "move":
      return moveFile!(call.path, call.destination, { overwrite: call.overwrite });
  }
}

async function expectSame(storage: Storage, model: Model): Promise<void> {
  const expected = [...model].sort(([a], [b]) => comparePaths(a, b));
  const listed = await storage.listFiles();
  expect(listed.map((f) => [f.path, f.contentType, f.size])).toEqual(
    expected.map(([path, file]) => [path, file.contentType, file.content.length]),
  );
  for (const metadata of listed) {
    const { content } = model.get(metadata.path)!;
    expect(await storage.capabilities.stat!(metadata.path)).toEqual(metadata);
    expect(await storage.readFile(metadata.path)).toEqual({ content, metadata });
    expect(await storage.capabilities.readRange!(metadata.path, 1, 2)).toEqual({
      content: content.slice(1, 3),
      metadata,
    });
  }
  for (const prefix of ["a", "a/", "\ud83d", "_"]) {
    expect(await storage.listFiles({ prefix })).toEqual(listed.filter((f) => f.path.startsWith(prefix)));
  }
}

test("law: a store, and a scope beside it, do what a map would", async () => {
  const step = fc.record({ call, inScope: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const outer = createMemoryStorage();
      const sides = [outer, outer.capabilities.scope!("a")].map((storage) => ({ storage, model: new Map() as Model }));
      for (const { call, inScope } of steps) {
        const { storage, model } = sides[inScope ? 1 : 0]!;
        const outcome = await apply(storage, call).then(
          () => undefined,
          (error: unknown) => (VfsError.is(error) ? error.code : error),
        );
        expect(outcome).toBe(expectedOf(model, call));
      }
      for (const { storage, model } of sides) await expectSame(storage, model);
    }),
  );
});
