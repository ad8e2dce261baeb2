import { readOnly, type Storage, withPathLock } from "@x/vfs";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { testStorage } from "./test-storage.js";

afterEach(() => {
  const table = (globalThis as Record<symbol, unknown>)[Symbol.for("@x/vfs/locks")] as { tails: Map<string, unknown> };
  expect(table.tails.size).toBe(0);
});

/** Lets everything that is ready to run, run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Works that start when they get their lock and end when they are told to. */
function createBench() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    run: (name: string, storage: Storage, paths: readonly string[], lock = withPathLock) =>
      lock(storage, paths, async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    end: async (name: string) => {
      ends.get(name)!();
      await settle();
    },
  };
}

test("resolves and rejects as the work does", async () => {
  const storage = testStorage();
  expect(await withPathLock(storage, ["a"], () => 1)).toBe(1);
  expect(await withPathLock(storage, ["a"], async () => 2)).toBe(2);
  await expect(withPathLock(storage, ["a"], () => Promise.reject(new Error("late")))).rejects.toThrow("late");
  const throwing = () => {
    throw new Error("at once");
  };
  await expect(withPathLock(storage, ["a"], throwing)).rejects.toThrow("at once");
  expect(await withPathLock(storage, ["a"], () => 3)).toBe(3);
});

test("one work at a time on a path, in the order of the calls", async () => {
  const storage = testStorage();
  const { started, run, end } = createBench();
  const all = ["1", "2", "3"].map((name) => run(name, storage, ["a"]));
  await settle();
  expect(started).toEqual(["1"]);
  await end("1");
  expect(started).toEqual(["1", "2"]);
  await end("2");
  await end("3");
  expect(started).toEqual(["1", "2", "3"]);
  await Promise.all(all);
});

test("works on other paths and other stores do not wait", async () => {
  const { started, run, end } = createBench();
  const storage = testStorage();
  const all = [run("a", storage, ["a"]), run("b", storage, ["b"]), run("other", testStorage(), ["a"])];
  await settle();
  expect(started).toEqual(["a", "b", "other"]);
  for (const name of started) await end(name);
  await Promise.all(all);
});

test("is held until the work has ended, whatever became of the caller", async () => {
  const storage = testStorage();
  const { started, run, end } = createBench();
  const first = Promise.race([run("1", storage, ["a"]), Promise.reject(new Error("no longer waiting"))]);
  await expect(first).rejects.toThrow("no longer waiting");
  const second = run("2", storage, ["a"]);
  await settle();
  expect(started).toEqual(["1"]);
  await end("1");
  await end("2");
  await second;
});

test("two paths in opposite orders do not wait for each other for ever", async () => {
  const storage = testStorage();
  const order: string[] = [];
  await Promise.all([
    withPathLock(storage, ["a", "b"], async () => order.push("ab")),
    withPathLock(storage, ["b", "a"], async () => order.push("ba")),
    withPathLock(storage, ["a"], async () => order.push("a")),
  ]);
  expect(order).toEqual(["ab", "ba", "a"]);
});

test("a path given twice is locked once, and no path is no lock", async () => {
  const storage = testStorage();
  expect(await withPathLock(storage, ["a", "a"], () => "done")).toBe("done");
  expect(await withPathLock(storage, [], () => "done")).toBe("done");
});

test.each(["__proto__", "constructor", "", "a:b"])("%j is a path like any other", async (path) => {
  const storage = testStorage();
  const { started, run, end } = createBench();
  const all = [run("1", storage, [path]), run("2", storage, [path])];
  await settle();
  expect(started).toEqual(["1"]);
  await end("1");
  await end("2");
  await Promise.all(all);
});

test("follows wrappers to the store and path that a file really has", async () => {
  const storage = testStorage();
  const renamed = testStorage({ lockTarget: (path) => ({ storage: readOnly(storage), path: `dir/${path}` }) });
  const { started, run, end } = createBench();
  const all = [run("wrapped", readOnly(renamed), ["a"]), run("direct", storage, ["dir/a"]), run("b", storage, ["a"])];
  await settle();
  expect(started).toEqual(["wrapped", "b"]);
  await end("wrapped");
  expect(started).toEqual(["wrapped", "b", "direct"]);
  await end("direct");
  await end("b");
  await Promise.all(all);
});

test("two names of one file in one call are one lock", async () => {
  const storage = testStorage();
  const folded = testStorage({ lockTarget: (path) => ({ storage, path: path.toLowerCase() }) });
  expect(await withPathLock(folded, ["a", "A"], () => "done")).toBe("done");
});

test("wrappers that lead in a circle end", async () => {
  const capabilities = { lockTarget: (path: string) => ({ storage, path }) };
  const storage: Storage = testStorage(capabilities);
  expect(await withPathLock(storage, ["a"], () => "done")).toBe("done");
});

test("wrappers without an end are refused, however many there may well be", async () => {
  const endless = (): Storage => testStorage({ lockTarget: (path) => ({ storage: endless(), path }) });
  const work = vi.fn();
  await expect(withPathLock(endless(), ["a"], work)).rejects.toThrow(TypeError);
  expect(work).not.toHaveBeenCalled();
  let wrapped: Storage = testStorage();
  for (let count = 0; count < 900; count++) wrapped = readOnly(wrapped);
  expect(await withPathLock(wrapped, ["a"], () => "done")).toBe("done");
});

test("a wrapper that throws fails the call and locks nothing", async () => {
  const broken = testStorage({
    lockTarget: (path) => {
      if (path === "b") throw new Error("broken");
      return { storage: testStorage(), path };
    },
  });
  const work = vi.fn();
  await expect(withPathLock(broken, ["a", "b"], work)).rejects.toThrow("broken");
  expect(work).not.toHaveBeenCalled();
});

test("two copies of the package share the locks", async () => {
  vi.resetModules();
  const other = (await import("@x/vfs")).withPathLock;
  expect(other).not.toBe(withPathLock);
  const storage = testStorage();
  const { started, run, end } = createBench();
  const all = [run("1", storage, ["a"]), run("2", storage, ["a"], other), run("3", storage, ["a"])];
  await settle();
  expect(started).toEqual(["1"]);
  await end("1");
  await end("2");
  expect(started).toEqual(["1", "2", "3"]);
  await end("3");
  await Promise.all(all);
});

test("law: works never overlap on a path, all of them run, failing ones included", async () => {
  const work = fc.record({
    paths: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 }),
    fails: fc.boolean(),
    turns: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 12 }), async (works) => {
      const storage = testStorage();
      const held = new Set<string>();
      const outcomes = await Promise.allSettled(
        works.map(({ paths, fails, turns }) =>
          withPathLock(storage, paths, async () => {
            for (const path of paths) {
              expect(held.has(path)).toBe(false);
              held.add(path);
            }
            for (let turn = 0; turn < turns; turn++) await Promise.resolve();
            for (const path of paths) held.delete(path);
            if (fails) throw new Error("failed");
          }),
        ),
      );
      expect(outcomes.map(({ status }) => status === "rejected")).toEqual(works.map(({ fails }) => fails));
    }),
    { numRuns: 50 },
  );
});
