import { testStorage } from "@x/vfs-conformance/node-test";
import { createMemoryStorage } from "@x/vfs-memory";
import { expect, test, vi } from "vitest";

type Body = (context: { skip: (reason: string) => void }) => Promise<void>;

const { titles, bodies } = vi.hoisted(() => ({ titles: [] as string[], bodies: new Map<string, Body>() }));

// Declared and run by hand, as one runner cannot run inside another.
vi.mock("node:test", () => ({
  describe: (title: string, declare: () => void) => {
    titles.push(title);
    declare();
  },
  test: (title: string, body: Body) => bodies.set(title.slice(0, title.indexOf(":")), body),
}));

test("node:test gets one test for each requirement: it passes, is skipped with its reason, or fails with advice", async () => {
  const create = () => ({ storage: { ...createMemoryStorage(), deleteFile: () => Promise.resolve() } });
  testStorage(
    { name: "a store", create },
    { only: ["read/empty", "durable/files", "delete/missing", "lock-target/ends"] },
  );
  expect(titles).toEqual(["a store keeps the storage contract"]);
  expect([...bodies.keys()]).toEqual(["read/empty", "delete/missing", "lock-target/ends", "durable/files"]);
  const skipped: string[] = [];
  const run = (id: string) => bodies.get(id)!({ skip: (reason) => skipped.push(reason) });
  await run("read/empty");
  await run("lock-target/ends");
  await run("durable/files");
  expect(skipped).toEqual([
    "the store has no lockTarget",
    "traits.durable is not stated: the files live no longer than the store object",
  ]);
  await expect(run("delete/missing")).rejects.toThrow(/^Done: .*\nCame back: .*\nThe contract says: /);
});
