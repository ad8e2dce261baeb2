import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createNodeStorage } from "@x/vfs-node";
import { expect, test } from "vitest";
import { createNodeStorageWith } from "../src/create-node-storage-with.js";
import { systemCalls } from "../src/system-calls.js";
import { bundleStore } from "./support/bundle-store.js";
import { temporaryRoot } from "./support/temporary-root.js";
import { paths } from "./support/text.js";

const writer = fileURLToPath(new URL("./support/crash-writer.mjs", import.meta.url));
const kills = 50;
/** One that is written in a single step, and one that is written in pieces. */
const sizes: Readonly<Record<string, number>> = { "small.txt": 300_000, "large.txt": 3_000_000 };

test("a process that is killed while it writes leaves each file whole", { timeout: 120_000 }, async () => {
  const root = temporaryRoot();
  const inPlace = join(dirname(root), "in-place");
  mkdirSync(inPlace);
  const bundle = await bundleStore(dirname(root));
  const torn: string[] = [];
  let tornInPlace = 0;
  const leftOver = (): number => readdirSync(root).length - Object.keys(sizes).length;
  for (let count = 0; count < kills || (leftOver() === 0 && count < 4 * kills); count++) {
    // Both run at once, and the second no longer once it has shown that these moments are dangerous.
    await Promise.all([
      killWhileWriting(bundle, root, "disk"),
      tornInPlace === 0 && killWhileWriting(bundle, inPlace, "naive"),
    ]);
    torn.push(...tornFiles(root));
    tornInPlace += tornFiles(inPlace).length;
  }
  expect(torn).toEqual([]);
  expect(tornInPlace).toBeGreaterThan(0);

  expect(await paths(createNodeStorage({ root }))).toEqual(Object.keys(sizes).sort());
  expect(leftOver(), "some kill hits a write in the middle").toBeGreaterThan(0);
  const twoHoursLater = (): number => Date.now() + 2 * 60 * 60 * 1_000;
  const later = createNodeStorageWith({ calls: systemCalls, platform: process.platform, now: twoHoursLater }, { root });
  await later.listFiles();
  expect(readdirSync(root).sort()).toEqual(Object.keys(sizes).sort());
});

async function killWhileWriting(bundle: string, root: string, kind: "disk" | "naive"): Promise<void> {
  const child = fork(writer, [bundle, root, kind, JSON.stringify(sizes)], { execArgv: [] });
  // From here on every file exists.
  await once(child, "message");
  await delay(Math.random() * 25);
  child.kill("SIGKILL");
  await once(child, "exit");
}

function tornFiles(root: string): string[] {
  return Object.entries(sizes)
    .filter(([path, size]) => {
      const content = readFileSync(join(root, path));
      return content.length !== size || !content.equals(Buffer.alloc(size, content[0]));
    })
    .map(([path]) => path);
}
