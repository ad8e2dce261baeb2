import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { comparePaths, contentTypeForPath } from "@x/vfs";
import { createNodeStorage } from "@x/vfs-node";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createNodeStorageWith } from "../src/create-node-storage-with.js";
import { systemCalls } from "../src/system-calls.js";
import { temporaryRoot } from "./support/temporary-root.js";
import { paths } from "./support/text.js";
import { systemError, watchedCalls } from "./support/watched-calls.js";

describe("listing", () => {
  test("is in the order of the whole paths, whatever the directories", async () => {
    const files = ["a", "a-b", "a.b/c", "a/b", "a/b-c", "a0", "é", "z/\u{1f600}", "z/\uff61"];
    const root = temporaryRoot(Object.fromEntries(files.map((path) => [path === "a" ? "a1" : path, ""])));
    expect(await paths(createNodeStorage({ root }))).toEqual(
      files.map((path) => (path === "a" ? "a1" : path)).sort(comparePaths),
    );
  });

  test("selects by a plain prefix, and every prefix is fine", async () => {
    const root = temporaryRoot({ "a/b/c.txt": "", "a/bc.txt": "", "ab.txt": "", b: "" });
    const storage = createNodeStorage({ root });
    const cases: Record<string, string[]> = {
      a: ["a/b/c.txt", "a/bc.txt", "ab.txt"],
      "a/": ["a/b/c.txt", "a/bc.txt"],
      "a/b": ["a/b/c.txt", "a/bc.txt"],
      "a/b/": ["a/b/c.txt"],
      "a/b/c.txt": ["a/b/c.txt"],
      "a/b/c.txt/": [],
      b: ["b"],
      "b/": [],
    };
    for (const [prefix, expected] of Object.entries(cases))
      expect(await paths(storage, prefix), prefix).toEqual(expected);
    for (const prefix of ["../", "..", "/", "//", "a//b", "./a", "a\\", "\0", "\ud800", "a/../b", "x/".repeat(9_999)]) {
      expect(await paths(storage, prefix), prefix).toEqual([]);
    }
  });

  test("agrees with filtering the whole by any prefix", async () => {
    const root = temporaryRoot({ "a/b/c": "", "a/b-c": "", "ab/a": "", "b/a/b": "", c: "" });
    const storage = createNodeStorage({ root });
    const all = await paths(storage);
    const prefixes = fc
      .array(fc.constantFrom("a", "b", "c", "/", "-"), { maxLength: 6 })
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(prefixes, async (prefix) => {
        expect(await paths(storage, prefix)).toEqual(all.filter((path) => path.startsWith(prefix)));
      }),
    );
  });

  test("looks only into directories that the prefix leads to", async () => {
    const root = temporaryRoot({ "a/b/c": "", "a/x/y": "", "z/z": "" });
    const read: string[] = [];
    const calls = { ...systemCalls, entries: (path: string) => (read.push(path), systemCalls.entries(path)) };
    const storage = createNodeStorageWith({ calls, platform: process.platform, now: Date.now }, { root });
    expect(await paths(storage, "a/b")).toEqual(["a/b/c"]);
    expect(read.length).toBe(2);
  });

  test.runIf(process.platform === "linux")("leaves out names that are no valid path", async () => {
    const root = temporaryRoot({ "good.txt": "", "back\\slash": "", "d/x": "" });
    for (const name of [Buffer.from([0x62, 0xff, 0x62]), Buffer.from([0xc3]), Buffer.from([0xed, 0xa0, 0x80])]) {
      writeFileSync(Buffer.concat([Buffer.from(`${root}/`), name]), "invalid");
      mkdirSync(Buffer.concat([Buffer.from(`${root}/d`), name]));
      writeFileSync(Buffer.concat([Buffer.from(`${root}/d`), name, Buffer.from("/x")]), "invalid");
    }
    writeFileSync(join(root, "b\ufffdb"), "a real one");
    const deep = `${root}/${"y".repeat(200)}/${"y".repeat(200)}/${"y".repeat(200)}`;
    mkdirSync(deep, { recursive: true });
    writeFileSync(`${deep}/x`, "too long");
    writeFileSync(join(deep, "..", "ok"), "not too long");
    const listed = await createNodeStorage({ root }).listFiles();
    expect(listed.map(({ path, size }) => [path.replace(/y{200}/g, "Y"), size])).toEqual([
      ["b\ufffdb", 10],
      ["d/x", 0],
      ["good.txt", 0],
      ["Y/Y/ok", 12],
    ]);
  });

  test("leaves out what vanishes while it runs", async () => {
    const root = temporaryRoot({ "a/1": "", "a/2": "", "b/1": "", "c/1": "", d: "" });
    let count = 0;
    const calls = watchedCalls((name) => {
      if (name !== "entries" || ++count !== 2) return;
      rmSync(join(root, "a/2"));
      rmSync(join(root, "b"), { recursive: true });
      renameSync(join(root, "d"), join(root, "e"));
    });
    const storage = createNodeStorageWith({ calls, platform: process.platform, now: Date.now }, { root });
    expect(await paths(storage)).toEqual(["a/1", "c/1", "d"]);
    expect(await paths(storage)).toEqual(["a/1", "c/1", "e"]);
  });

  test.each(["EACCES", "EIO", "EMFILE"])("fails where a directory cannot be read (%s)", async (code) => {
    const root = temporaryRoot({ "a/b": "", c: "" });
    let count = 0;
    const calls = watchedCalls((name) => {
      if (name === "entries" && ++count === 2) throw systemError(code);
    });
    const storage = createNodeStorageWith({ calls, platform: process.platform, now: Date.now }, { root });
    await expect(storage.listFiles()).rejects.toMatchObject({ code: "VFS_UNAVAILABLE", path: "a", cause: { code } });
  });

  test("stops when it is aborted", async () => {
    const root = temporaryRoot({ "a/b": "" });
    const controller = new AbortController();
    const listing = createNodeStorage({ root }).listFiles({ signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(listing).rejects.toThrow("enough");
  });
});

test.runIf(process.platform !== "win32")(
  "a tree of 20,000 files, in one large directory and many small, lists while timers fire",
  async () => {
    const root = temporaryRoot();
    makeManyFiles(root);
    const storage = createNodeStorage({ root });
    let ticks = 0;
    let stop = false;
    const tick = (): void => {
      ticks++;
      if (!stop) setImmediate(tick);
    };
    tick();
    const listed = await storage.listFiles();
    stop = true;
    expect(listed.length).toBe(20_000);
    for (let index = 1; index < listed.length; index++) {
      if (comparePaths(listed[index - 1]!.path, listed[index]!.path) >= 0) throw new Error(`order at ${index}`);
    }
    expect(listed[0]).toMatchObject({ size: 0, contentType: contentTypeForPath("x.txt") });
    expect(ticks).toBeGreaterThan(5);
  },
);

/** With the shell: making them one by one takes Node several seconds. */
function makeManyFiles(root: string): void {
  const script = `
    mkdir large && cd large && seq -f 'f%.0f.txt' 1 16000 | xargs touch && cd ..
    for i in $(seq 1 40); do mkdir -p small/d$i && cd small/d$i && seq -f '%.0f.txt' 1 100 | xargs touch && cd ../..; done`;
  execFileSync("sh", ["-ec", script], { cwd: root });
}
