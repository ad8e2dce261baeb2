import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Storage } from "@x/vfs";
import { expect, test } from "vitest";
import { createNodeStorageWith } from "../src/create-node-storage-with.js";
import { systemCalls } from "../src/system-calls.js";
import { temporaryRoot } from "./support/temporary-root.js";
import { paths, read, write } from "./support/text.js";

const minute = 60 * 1_000;
const temporary = ".vfs-node-tmp-0123456789abcdef01234567";
const written = Date.UTC(2024, 0, 1);

function setUp() {
  const root = temporaryRoot({ "a.txt": "a", [`d/${temporary}`]: "left over", ".vfs-node-tmp-mine": "somebody's" });
  for (const name of [`d/${temporary}`, ".vfs-node-tmp-mine"])
    utimesSync(join(root, name), written / 1e3, written / 1e3);
  let time = written + 59 * minute;
  const storage = createNodeStorageWith(
    { calls: systemCalls, platform: process.platform, now: () => time },
    { root, ignore: ["ignored/"] },
  );
  const exists = (): boolean => existsSync(join(root, "d", temporary));
  return { root, storage, exists, pass: (minutes: number) => (time += minutes * minute) };
}

test("a left-over temporary file goes away with a listing after an hour", async () => {
  const { root, storage, exists, pass } = setUp();
  expect(await paths(storage)).toEqual(["a.txt"]);
  expect(exists()).toBe(true);
  pass(2);
  expect(await paths(storage)).toEqual(["a.txt"]);
  expect(exists()).toBe(false);
  expect(existsSync(join(root, ".vfs-node-tmp-mine")), "only what a store itself made is removed").toBe(true);
});

test("or with a write into its directory, which looks once an hour", async () => {
  const { root, storage, exists, pass } = setUp();
  await write(storage, "d/x", "1");
  pass(30);
  await write(storage, "d/x", "2");
  expect(exists()).toBe(true);
  pass(31);
  await write(storage, "d/x", "3");
  expect(exists()).toBe(false);
  expect(readdirSync(join(root, "d"))).toEqual(["x"]);
});

test.runIf(process.platform === "linux")(
  "calls at once neither run out of descriptors nor leave one open",
  async () => {
    const root = temporaryRoot();
    const storage = createNodeStorageWith({ calls: systemCalls, platform: process.platform, now: Date.now }, { root });
    const deep = "a/b/c/d/e/f/g/h";
    const content = new Uint8Array(1_100_000).fill(1);
    await write(storage, `${deep}/small`, "small");
    await storage.writeFile(`${deep}/large`, content, "");
    const before = readdirSync("/proc/self/fd").length;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, readdirSync("/proc/self/fd").length)), 1);
    const calls: Promise<unknown>[] = [];
    for (let count = 0; count < 400; count++) {
      calls.push(read(storage, `${deep}/small`), storage.listFiles(), storage.capabilities.stat!(`${deep}/small`));
      calls.push(write(storage, `${deep}/new-${count % 10}/x`, "x"));
      if (count % 40 === 0) calls.push(storage.readFile(`${deep}/large`), storage.writeFile(`${deep}/l2`, content, ""));
      if (count % 10 === 0) calls.push(storage.readFile("gone").catch(() => undefined));
      if (count % 10 === 0) calls.push(abandonedIteration(storage, `${deep}/small`));
    }
    await Promise.all(calls);
    clearInterval(watch);
    expect(most).toBeLessThan(before + 400);
    expect(readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(before + 1);
  },
);

async function abandonedIteration({ capabilities }: Storage, path: string): Promise<unknown> {
  const iterator = capabilities.readFiles!([path, "b"])[Symbol.asyncIterator]();
  return iterator.next();
}
