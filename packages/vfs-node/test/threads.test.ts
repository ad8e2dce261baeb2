import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Storage } from "@x/vfs";
import { checkStorage } from "@x/vfs-conformance";
import { createNodeStorage, type NodeStorageOptions } from "@x/vfs-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNodeStorageWith } from "../src/create-node-storage-with.js";
import type { SystemCalls } from "../src/system-calls.js";
import { Threads } from "../src/threads.js";
import { attack } from "./support/attack.js";
import { bundleStore, bundleWorker } from "./support/bundle-store.js";
import { temporaryRoot } from "./support/temporary-root.js";
import { codeOf } from "./support/text.js";
import { watchedCalls } from "./support/watched-calls.js";

const folds = process.platform === "darwin" || process.platform === "win32";
const always = { usefulSteps: 0, startSteps: 0 };
const directory = mkdtempSync(join(tmpdir(), "vfs-node-threads-"));
let worker: URL;

beforeAll(async () => {
  worker = await bundleWorker(directory);
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe("with threads", () => {
  test("a listing and many files are the same, and hardly a call is made on this thread", async () => {
    const root = temporaryRoot(manyFiles());
    symlinkSync(dirname(root), join(root, "d1/link"));
    symlinkSync(join(root, "d1/1.txt"), join(root, "d1/leaf"));
    const { storage, callsOf } = await open({ root });
    const alone = createNodeStorage({ root, threads: false });
    for (const prefix of ["", "d", "d1", "d1/", "d2/sub/", "d3/sub/2", "none", "../"]) {
      expect(await storage.listFiles({ prefix }), prefix).toEqual(await alone.listFiles({ prefix }));
    }
    const paths = (await alone.listFiles()).map(({ path }) => path);
    const asked = [...paths, "d1/leaf", "d1/link/x", "gone", "d1", "d1/1.txt/x", ...paths.slice(0, 9)];
    expect(await contents(storage, asked)).toEqual(await contents(alone, asked));
    expect(callsOf("lstat")).toBeLessThan(paths.length);
    expect(callsOf("fstat")).toBeLessThan(paths.length);
  });

  test("what the store leaves out is left out", async () => {
    const ignored = { ".gitignore": "*.log\n/d3/\n", "d1/.gitignore": "!1.log\n5.txt\n", "d2/sub/.gitignore": "*\n" };
    const root = temporaryRoot({ ...manyFiles(), ...ignored, "d1/1.log": "", "d1/2.log": "", "d4/sub/x.log": "" });
    for (const options of [{ gitignore: true }, { ignore: ["sub/", "*1*"] }, { gitignore: true, ignore: ["d5"] }]) {
      const { storage } = await open({ root, ...options });
      const alone = createNodeStorage({ root, threads: false, ...options });
      for (const prefix of ["", "d1/", "d3/", "d4/sub/"]) {
        expect(await storage.listFiles({ prefix })).toEqual(await alone.listFiles({ prefix }));
      }
    }
  });

  test("a scope sees its own files", async () => {
    const { storage } = await open({ root: temporaryRoot({ "a/outside": "" }) });
    const scope = storage.capabilities.scope!("tenant");
    for (let index = 0; index < 5; index++) await scope.writeFile(`a/${index}`, new Uint8Array(index), "");
    expect((await scope.listFiles()).map(({ path, size }) => [path, size])).toEqual(
      [0, 1, 2, 3, 4].map((index) => [`a/${index}`, index]),
    );
    expect(await contents(scope, ["a/3", "a/outside"])).toMatchObject([["a/3", "\0\0\0", { size: 3 }], "a/outside"]);
  });

  test("large files come in their place, whole", async () => {
    const sizes = [1, 700_000, 700_000, 1_048_576, 1_048_577, 5, 3_000_000, 0, 2];
    const root = temporaryRoot();
    for (const [index, size] of sizes.entries()) writeFileSync(join(root, `${index}`), Buffer.alloc(size, index + 1));
    const { storage } = await open({ root });
    let index = 0;
    for await (const file of storage.capabilities.readFiles!(Object.keys(sizes))) {
      if (!("content" in file)) throw new Error("missing");
      expect(file.metadata).toMatchObject({ path: `${index}`, size: sizes[index] });
      expect(Buffer.alloc(sizes[index]!, index + 1).equals(file.content)).toBe(true);
      index++;
    }
    expect(index).toBe(sizes.length);
  });

  test("a failure is the caller's, after the files before it", async () => {
    const { storage } = await open({ root: temporaryRoot({ a: "a" }) });
    for (const [path, code] of [
      ["x".repeat(300), "VFS_PATH_INVALID"],
      [".vfs-node-scopes/x", "VFS_PATH_INVALID"],
      ["../x", "VFS_PATH_INVALID"],
    ] as const) {
      const seen: unknown[] = [];
      const iterate = async (): Promise<void> => {
        for await (const file of storage.capabilities.readFiles!(["a", "gone", path, "a"]))
          seen.push("content" in file);
      };
      const error = await iterate().catch((reason: unknown) => reason);
      expect(error, path).toMatchObject({ code });
      expect(String(error)).not.toContain(directory);
      expect(seen, path).toEqual([true, false]);
    }
  });

  test("a root that was replaced is not read", async () => {
    const root = temporaryRoot({ "a/b": "" });
    const { storage } = await open({ root });
    await storage.listFiles();
    renameSync(root, `${root}-before`);
    mkdirSync(join(root, "a"), { recursive: true });
    expect(await codeOf(storage.listFiles())).toBe("VFS_UNAVAILABLE");
    expect(await codeOf(contents(storage, ["a/b"]))).toBe("VFS_UNAVAILABLE");
  });

  test("an abort ends it with the reason", async () => {
    const root = temporaryRoot(manyFiles());
    const { storage } = await open({ root });
    const paths = (await storage.listFiles()).map(({ path }) => path);
    const works = [
      (signal: AbortSignal) => storage.listFiles({ signal }),
      (signal: AbortSignal) => contents(storage, paths, signal),
    ];
    for (const work of works) {
      const controller = new AbortController();
      const working = work(controller.signal);
      setImmediate(() => controller.abort(new Error("enough")));
      await expect(working).rejects.toThrow("enough");
    }
    expect((await storage.listFiles()).length).toBe(paths.length);
  });

  test("the contract is kept", async () => {
    const threads = await startThreads();
    const { results, seed } = await checkStorage(
      {
        name: "threads",
        traits: {
          storesContentType: false,
          caseSensitive: !folds,
          distinguishesUnicodeForms: !folds,
          failingMedium: true,
        },
        create: () => {
          const root = join(mkdtempSync(join(directory, "contract-")), "root");
          mkdirSync(root);
          return {
            storage: openWith(threads, { root }).storage,
            dispose: () => rmSync(dirname(root), { recursive: true }),
            breakMedium: () => rmSync(root, { recursive: true }),
          };
        },
      },
      { only: ["list", "read-files", "scope", "errors", "abort"] },
    );
    expect(
      results.filter(({ outcome }) => outcome === "fail"),
      `with seed ${seed}`,
    ).toEqual([]);
  });

  test.runIf(process.platform === "linux")("nothing outside is read while directories turn into links", async () => {
    const root = temporaryRoot();
    const { storage } = await open({ root, containment: "strict" });
    const report = await attack(root, storage, 1);
    expect(report).toMatchObject({ escapes: {}, escaped: 0, strange: [] });
    expect(report.succeeded).toBeGreaterThan(10);
  });

  test("and with many calls at once, each has its own", async () => {
    const root = temporaryRoot(manyFiles());
    const { storage } = await open({ root });
    const all = (await createNodeStorage({ root, threads: false }).listFiles()).map(({ path }) => path);
    const prefixes = ["d1", "d2", "d3/", "", "d4/sub/"];
    const listings = await Promise.all(prefixes.map((prefix) => storage.listFiles({ prefix })));
    expect(listings.map((files) => files.map(({ path }) => path))).toEqual(
      prefixes.map((prefix) => all.filter((path) => path.startsWith(prefix))),
    );
  });
});

describe("threads that do not do their work", () => {
  const failing = {
    "end at once": "process.exit()",
    "end at the first job":
      'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit());',
    "throw at every job":
      'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { throw new Error("no"); });',
  };

  test.each(Object.entries(failing))("because they %s are not missed", async (name, source) => {
    const file = join(directory, `${name.replaceAll(" ", "-")}.mjs`);
    writeFileSync(file, source);
    await expectWhole(new Threads(pathToFileURL(file), 2, always));
  });

  test("because there is no file for them are not missed", async () => {
    await expectWhole(new Threads(pathToFileURL(join(directory, "none.mjs")), 2, always));
  });

  async function expectWhole(threads: Threads): Promise<void> {
    const root = temporaryRoot(manyFiles());
    const { storage } = openWith(threads, { root });
    const alone = createNodeStorage({ root, threads: false });
    const expected = await alone.listFiles();
    const paths = expected.map(({ path }) => path);
    // Whenever they end: before, during or after one of these.
    for (let turn = 0; turn < 5; turn++) {
      expect(await storage.listFiles()).toEqual(expected);
      expect(await contents(storage, paths)).toEqual(await contents(alone, paths));
    }
  }
});

test.each([
  ["with jobs for its threads", 60, 9],
  ["before its threads had a job", 21, 1],
])("a process ends when its work is done, and not before: %s", async (_title, directories, turns) => {
  const root = temporaryRoot();
  const make = `for i in $(seq 1 ${directories}); do mkdir d$i; seq -f d$i/%.0f 1 100 | xargs touch; done`;
  execFileSync("sh", ["-ec", make], { cwd: root });
  const own = dirname(root);
  const store = await bundleStore(own);
  await bundleWorker(own);
  writeFileSync(join(own, "disk-worker.js"), 'import "./disk-worker.mjs";');
  writeFileSync(join(own, "package.json"), '{ "type": "module" }');
  const script = `
    const { createNodeStorage } = await import(${JSON.stringify(store)});
    const storage = createNodeStorage({ root: ${JSON.stringify(root)} });
    for (let turn = 0; turn < ${turns}; turn++) console.log((await storage.listFiles()).length);`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
    timeout: 50_000,
  });
  expect([status, stdout]).toEqual([0, `${directories}00\n`.repeat(turns)]);
});

/** A store whose every listing, and reading of many files, is done by threads. */
async function open(options: NodeStorageOptions) {
  return openWith(await startThreads(), options);
}

async function startThreads(): Promise<Threads> {
  const threads = new Threads(worker, 2, always);
  while (threads.width(0) < 4) await new Promise((resolve) => setImmediate(resolve));
  return threads;
}

function openWith(threads: Threads, options: NodeStorageOptions) {
  const counts = new Map<string, number>();
  const calls = watchedCalls((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
  const storage = createNodeStorageWith({ calls, platform: process.platform, now: Date.now, threads }, options);
  return { storage, callsOf: (name: keyof SystemCalls) => counts.get(name) ?? 0 };
}

function manyFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let index = 0; index < 600; index++) {
    files[`d${index % 7}/${index % 2 === 0 ? "sub/" : ""}${index}.txt`] = "x".repeat(index);
  }
  return files;
}

/** Of each file its path, text and metadata; the path alone where it is gone. */
async function contents(storage: Storage, paths: readonly string[], signal?: AbortSignal) {
  const seen: unknown[] = [];
  for await (const file of storage.capabilities.readFiles!(paths, { signal })) {
    if (!("content" in file)) seen.push(file.path);
    else seen.push([file.metadata.path, Buffer.from(file.content).toString(), file.metadata]);
  }
  return seen;
}
