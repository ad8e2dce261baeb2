import { readOnly } from "@x/vfs";
import { type CreatedStorage, checkStorage, type StorageTraits, storageRequirements } from "@x/vfs-conformance";
import { createMemoryStorage } from "@x/vfs-memory";
import { expect, test } from "vitest";

const created = (change: Partial<CreatedStorage["storage"]> = {}): CreatedStorage => ({
  storage: { ...createMemoryStorage(), ...change },
});

const never = () => undefined;

/** The result of one requirement. */
async function check(id: string, create: () => unknown, traits: StorageTraits = {}, timeLimitMs = 10_000) {
  const report = await checkStorage(
    { name: "store", create: create as () => CreatedStorage, traits },
    { only: [id], timeLimitMs, seed: 1 },
  );
  return report.results[0]!;
}

test("a report has every requirement in order, the seed, and whether nothing failed, in five seconds of the processor", async () => {
  const before = process.cpuUsage();
  const report = await checkStorage({ name: "memory", create: () => created() });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(5);
  expect(report.results.map(({ id }) => id)).toEqual(storageRequirements.map(({ id }) => id));
  expect(report.ok).toBe(true);
  expect(Number.isInteger(report.seed)).toBe(true);
  expect(report.results.every(({ outcome, reason }) => (outcome === "pass") === (reason === undefined))).toBe(true);
});

test("only selects by id and by area", async () => {
  const { results, seed } = await checkStorage(
    { name: "memory", create: () => created() },
    { only: ["read/empty", "conflict"], seed: 7 },
  );
  expect(results.map(({ id }) => id)).toEqual(["read/empty", "conflict/below-a-file", "conflict/above-a-file"]);
  expect(seed).toBe(7);
});

test.each([
  [{ only: [] }, /selects nothing/],
  [{ only: ["no/such"] }, /"no\/such"/],
  [{ only: ["rea"] }, /"rea"/],
  [{ seed: 1.5 }, /seed/],
  [{ timeLimitMs: 0 }, /timeLimitMs/],
])("%j is a TypeError", async (options, message) => {
  const run = checkStorage({ name: "memory", create: () => created() }, options);
  await expect(run).rejects.toThrow(message);
  await expect(run).rejects.toBeInstanceOf(TypeError);
});

test("a failure tells what was done, what came back, and the rule", async () => {
  const { outcome, reason } = await check("read/empty", () => created({ writeFile: () => Promise.resolve() }));
  expect(outcome).toBe("fail");
  expect(reason).toBe(
    'Done: writeFile("nothing.txt", <>, "text/plain"); readFile("nothing.txt")\n' +
      'Came back: an error where none was due: VfsError VFS_FILE_NOT_FOUND: no file at "nothing.txt"\n' +
      "The contract says: An empty file is a file of no bytes.",
  );
});

test.each<[name: string, create: () => unknown, told: RegExp]>([
  [
    "create throws",
    () => {
      throw new Error("no database");
    },
    /no database/,
  ],
  ["create rejects with nothing", () => Promise.reject(new Error("")), /error where none was due/],
  ["create gives no store", () => ({}), /not \{ storage, dispose \}/],
  ["create gives undefined", () => undefined, /create\(\) gave undefined/],
  ["a method is missing", () => created({ writeFile: undefined as never }), /TypeError/],
  [
    "a method throws what is no error",
    () =>
      created({
        writeFile: () => {
          throw null;
        },
      }),
    /null/,
  ],
  ["a file has no content", () => created({ readFile: async () => ({}) as never }), /no Uint8Array/],
  ["a file is null", () => created({ readFile: async () => null as never }), /TypeError/],
])("%s: it fails with advice", async (_name, create, told) => {
  const { outcome, reason } = await check("read/empty", create);
  expect(outcome).toBe("fail");
  expect(reason).toMatch(told);
});

test("a store that hangs fails after the time limit", async () => {
  const { outcome, reason } = await check("read/empty", () => created({ readFile: () => new Promise(never) }), {}, 20);
  expect(outcome).toBe("fail");
  expect(reason).toMatch(/readFile\("nothing\.txt"\)\nCame back: nothing for 20 ms/);
});

test.each<[name: string, change: Partial<CreatedStorage["storage"]>, timeLimitMs: number]>([
  ["passes", {}, 10_000],
  ["fails", { writeFile: () => Promise.reject(new Error("no")) }, 10_000],
  ["hangs", { writeFile: () => new Promise(never) }, 20],
])("dispose is called once for each store when a requirement %s", async (_name, change, timeLimitMs) => {
  let open = 0;
  let stores = 0;
  await checkStorage(
    {
      name: "counted",
      create() {
        open++;
        stores++;
        return {
          ...created(change),
          dispose: () => {
            open--;
          },
        };
      },
    },
    { only: ["read/empty", "model"], seed: 1, timeLimitMs },
  );
  expect(stores).toBeGreaterThan(1);
  expect(open).toBe(0);
});

test("a dispose that fails or hangs fails the requirement", async () => {
  const failing = await check("read/empty", () => ({
    ...created(),
    dispose: () => Promise.reject(new Error("still open")),
  }));
  expect(failing.reason).toMatch(/dispose failed: Error: still open/);
  const hanging = await check("read/empty", () => ({ ...created(), dispose: () => new Promise<void>(never) }), {}, 20);
  expect(hanging.reason).toMatch(/dispose failed.*nothing for 20 ms/s);
});

test("a capability that is absent is neither passed nor failed", async () => {
  const { outcome, reason } = await check("stat/missing", () => created({ capabilities: {} }));
  expect([outcome, reason]).toEqual(["absent", "the store has no stat"]);
});

test.each([null, false])("a capability that is %s is refused", async (value) => {
  const { outcome, reason } = await check("stat/missing", () => created({ capabilities: { stat: value as never } }));
  expect(outcome).toBe("fail");
  expect(reason).toMatch(/leave it undefined/);
});

test.each<[id: string, traits: StorageTraits]>([
  ["names/case-distinct", { caseSensitive: false }],
  ["names/unicode-forms-distinct", { distinguishesUnicodeForms: false }],
  ["metadata/content-type-stored", { storesContentType: false }],
  ["metadata/content-type-derived", {}],
  ["durable/files", {}],
  ["errors/medium", {}],
  ["write/replaces", { readOnly: { files: { a: "a" } } }],
])("%s is skipped by a trait, with the reason", async (id, traits) => {
  const { outcome, reason } = await check(id, () => created(), traits);
  expect(outcome).toBe("skip");
  expect(reason).toMatch(/^traits\.\w+/);
});

test.each<[id: string, traits: StorageTraits, told: RegExp]>([
  ["durable/files", { durable: true }, /gave no reopen/],
  ["errors/medium", { failingMedium: true }, /gave no breakMedium/],
  ["read/exact", { readOnly: { files: {} } }, /names no file/],
])("%s fails where create does not keep what the traits say", async (id, traits, told) => {
  const { outcome, reason } = await check(id, () => created(), traits);
  expect(outcome).toBe("fail");
  expect(reason).toMatch(told);
});

test("a filled read-only store is held to what can be read, as text or as bytes", async () => {
  const files = { "a.txt": "text", "b.bin": Uint8Array.of(0, 255) };
  const create = () => ({ storage: readOnly(createMemoryStorage({ files })) });
  const { results, ok } = await checkStorage({ name: "filled", create, traits: { readOnly: { files } } });
  expect(ok).toBe(true);
  expect(results.find(({ id }) => id === "read/exact")?.outcome).toBe("pass");
  expect(results.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(30);
});

test("what an earlier requirement has put into Object.prototype is seen too", async () => {
  const create = () => {
    const storage = createMemoryStorage();
    const writeFile: typeof storage.writeFile = async (path, ...rest) => {
      if (path.startsWith("__proto__"))
        Object.defineProperty(Object.prototype, "zzz", { value: 1, configurable: true });
      return storage.writeFile(path, ...rest);
    };
    return { storage: { ...storage, writeFile } };
  };
  try {
    const { results } = await checkStorage({ name: "polluting", create }, { only: ["names"] });
    const failed = results.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
    expect(failed).toEqual(["names/object-prototype-untouched"]);
  } finally {
    Reflect.deleteProperty(Object.prototype, "zzz");
  }
});
