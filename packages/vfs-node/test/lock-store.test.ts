import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Storage, withPathLock } from "@x/vfs";
import { createNodeStorage } from "@x/vfs-node";
import { describe, expect, test } from "vitest";
import { temporaryRoot } from "./support/temporary-root.js";
import { read, write } from "./support/text.js";

/** Each adds one, reading and writing under the lock. */
async function count(stores: readonly Storage[], path: string): Promise<string> {
  const [first] = stores;
  await write(first!, path, "0");
  const work = (storage: Storage) =>
    withPathLock(storage, [path], async () => write(storage, path, String(Number(await read(storage, path)) + 1)));
  await Promise.all(stores.flatMap((storage) => Array.from({ length: 20 }, () => work(storage))));
  return read(first!, path);
}

describe("two stores of one root lock together", () => {
  test("however the root is written", async () => {
    const root = temporaryRoot();
    const roots = [root, `${root}/`, join(root, "..", "root")];
    if (process.platform !== "win32") {
      symlinkSync(root, `${root}-link`);
      roots.push(`${root}-link`);
    }
    const stores = roots.map((each) => createNodeStorage({ root: each }));
    expect(await count(stores, "a.txt")).toBe(String(20 * stores.length));
  });

  test("as do their scopes", async () => {
    const root = temporaryRoot();
    const scopes = [1, 2].map(() => createNodeStorage({ root }).capabilities.scope!("tenant"));
    expect(await count(scopes, "a.txt")).toBe("40");
  });
});

test("stores of other roots do not wait for each other, nor one whose root is missing", async () => {
  const [root, other] = [temporaryRoot(), temporaryRoot()];
  const missing = join(other, "missing");
  const stores = [root, other, missing, missing].map((each) => createNodeStorage({ root: each }));
  const order: string[] = [];
  const nested = stores.reduceRight<() => Promise<void>>(
    (inner, storage, index) => () => withPathLock(storage, ["a"], () => (order.push(String(index)), inner())),
    () => Promise.resolve(),
  );
  await nested();
  expect(order).toEqual(["0", "1", "2", "3"]);
  mkdirSync(missing);
  expect(await count(stores.slice(2), "a")).toBe("40");
});
