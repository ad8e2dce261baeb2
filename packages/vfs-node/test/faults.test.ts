import { readdirSync } from "node:fs";
import { constants } from "node:os";
import { type Storage, VfsError } from "@x/vfs";
import { describe, expect, test } from "vitest";
import { createNodeStorageWith } from "../src/create-node-storage-with.js";
import type { NodeStorageOptions } from "../src/node-storage-options.js";
import type { SystemCalls } from "../src/system-calls.js";
import { temporaryRoot } from "./support/temporary-root.js";
import { bytes, paths, read } from "./support/text.js";
import { systemError, type Watcher, watchedCalls } from "./support/watched-calls.js";

const small = bytes("new content");
const large = new Uint8Array(1_500_000).fill(110);

function open(watch: Watcher, options: NodeStorageOptions): Storage {
  return createNodeStorageWith({ calls: watchedCalls(watch), platform: process.platform, now: Date.now }, options);
}

interface Case {
  readonly run: (storage: Storage) => Promise<unknown>;
  /** The files before, and those that the call makes of them. */
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly options?: Partial<NodeStorageOptions>;
}

const old = { "a/old.txt": "old content" };
const after = { "a/old.txt": "new content" };
const largeText = Buffer.from(large).toString();
const replace = (content: Uint8Array) => (storage: Storage) => storage.writeFile("a/old.txt", content, "text/plain");

const cases: Record<string, Case> = {
  "replacing a file": { run: replace(small), before: old, after },
  "replacing a file durably": { run: replace(small), before: old, after, options: { durable: true } },
  "replacing a file by a large one": { run: replace(large), before: old, after: { "a/old.txt": largeText } },
  "writing a new file": {
    run: (storage) => storage.writeFile("b/c/new.txt", small, ""),
    before: old,
    after: { ...old, "b/c/new.txt": "new content" },
    options: { fileMode: 0o600 },
  },
  "creating a file": {
    run: async ({ capabilities }) => capabilities.createFile?.("b/c/new.txt", small, ""),
    before: old,
    after: { ...old, "b/c/new.txt": "new content" },
  },
  "moving a file": {
    run: async ({ capabilities }) => capabilities.moveFile?.("a/old.txt", "b/moved.txt"),
    before: old,
    after: { "b/moved.txt": "old content" },
  },
  "moving a file over another": {
    run: async ({ capabilities }) => capabilities.moveFile?.("a/old.txt", "b/moved.txt", { overwrite: true }),
    before: { ...old, "b/moved.txt": "in the way" },
    after: { "b/moved.txt": "old content" },
  },
  "deleting a file": { run: (storage) => storage.deleteFile("a/old.txt"), before: old, after: {} },
};

describe.each(Object.entries(cases))("%s, with a disk that fails at any one of the system calls", (_name, subject) => {
  test("leaves whole files and no temporary one", async () => {
    let failed = 0;
    for (let target = 1; ; target++) {
      const root = temporaryRoot(subject.before);
      let count = 0;
      let watching = false;
      let failing: keyof SystemCalls | undefined;
      const storage = open(
        (name) => {
          if (!watching || ++count !== target) return;
          failing = name;
          throw systemError("ENOSPC");
        },
        { root, ...subject.options },
      );
      watching = true;
      const outcome = await subject.run(storage).then(
        () => "done",
        (error: unknown) => error,
      );
      watching = false;
      if (failing === undefined) break;
      failed++;
      const files = await contents(storage);
      const where = `call ${target}, ${failing}`;
      if (outcome === "done") {
        expect(files, where).toEqual(subject.after);
      } else {
        expect(VfsError.is(outcome, "VFS_UNAVAILABLE"), `${where}: ${String(outcome)}`).toBe(true);
        expect([subject.before, subject.after], where).toContainEqual(files);
      }
      const temporary = readdirSync(root, { recursive: true }).filter((path) => String(path).includes(".vfs-node-"));
      if (failing !== "unlink") expect(temporary, where).toEqual([]);
    }
    expect(failed).toBeGreaterThan(5);
  });
});

async function contents(storage: Storage): Promise<Record<string, string>> {
  const names = await paths(storage);
  return Object.fromEntries(await Promise.all(names.map(async (path) => [path, await read(storage, path)] as const)));
}

describe("an errno", () => {
  const operations: Record<string, (storage: Storage) => Promise<unknown>> = {
    listFiles: (storage) => storage.listFiles(),
    readFile: (storage) => storage.readFile("a/b.txt"),
    writeFile: (storage) => storage.writeFile("a/b.txt", small, ""),
    deleteFile: (storage) => storage.deleteFile("a/b.txt"),
    stat: async ({ capabilities }) => capabilities.stat?.("a/b.txt"),
    createFile: async ({ capabilities }) => capabilities.createFile?.("a/c.txt", small, ""),
    moveFile: async ({ capabilities }) => capabilities.moveFile?.("a/b.txt", "a/d.txt"),
    readRange: async ({ capabilities }) => capabilities.readRange?.("a/b.txt", 0, 1),
    readFiles: async ({ capabilities }) => {
      for await (const file of capabilities.readFiles?.(["a/b.txt"]) ?? []) expect(file).toBeDefined();
    },
  };
  const codes = [...Object.keys(constants.errno), "EUNHEARDOF", "UNKNOWN", "ERR_FS_FILE_TOO_LARGE"];

  test.each(Object.entries(operations))(
    "that any call gives %s is a VfsError without a path of the host",
    async (_, run) => {
      const root = temporaryRoot({ "a/b.txt": "content" });
      let fault: { name: keyof SystemCalls; code: string } | undefined;
      const storage = open(
        (name) => {
          if (name === fault?.name) throw systemError(fault.code);
        },
        { root },
      );
      // How an errno is answered does not depend on the call, so one of them gets all.
      const rare = ["fstat", "lstat", "read", "write", "entries", "link", "rename", "unlink"] as const;
      const faults = [
        ...codes.map((code) => ({ name: "open" as const, code })),
        ...rare.flatMap((name) =>
          ["ENOENT", "EEXIST", "EPERM", "ENOTDIR", "EUNHEARDOF"].map((code) => ({ name, code })),
        ),
      ];
      for (const next of faults) {
        fault = next;
        const error: unknown = await run(storage).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        fault = undefined;
        if (error === undefined) {
          await restore(storage);
          continue;
        }
        if (!VfsError.is(error)) throw new Error(`${next.name} ${next.code}`, { cause: error });
        expect(error.message).not.toMatch(/host|proc/);
        expect(error.message).not.toContain(root);
      }
    },
  );

  async function restore(storage: Storage): Promise<void> {
    for (const path of await paths(storage)) await storage.deleteFile(path);
    await storage.writeFile("a/b.txt", bytes("content"), "");
  }

  test.each([
    ["ENAMETOOLONG", "VFS_PATH_INVALID", "VFS_PATH_INVALID"],
    ["EILSEQ", "VFS_PATH_INVALID", "VFS_PATH_INVALID"],
    ["ENOTDIR", "VFS_FILE_NOT_FOUND", "VFS_PATH_CONFLICT"],
    ["ELOOP", "VFS_FILE_NOT_FOUND", "VFS_PATH_CONFLICT"],
    ["ENOENT", "VFS_FILE_NOT_FOUND", "VFS_UNAVAILABLE"],
    ["EFBIG", "VFS_FILE_TOO_LARGE", "VFS_FILE_TOO_LARGE"],
    ["EACCES", "VFS_UNAVAILABLE", "VFS_UNAVAILABLE"],
    ["EROFS", "VFS_UNAVAILABLE", "VFS_UNAVAILABLE"],
    ["ENOSPC", "VFS_UNAVAILABLE", "VFS_UNAVAILABLE"],
    ["EMFILE", "VFS_UNAVAILABLE", "VFS_UNAVAILABLE"],
    ["EIO", "VFS_UNAVAILABLE", "VFS_UNAVAILABLE"],
  ])("%s is %s to a reader and %s to a writer", async (code, toReader, toWriter) => {
    const root = temporaryRoot({ "a.txt": "content" });
    const storage = open(
      (name, [path, flags]) => {
        if (name === "open" && path !== root && path !== "/" && Number(flags) >= 0) throw systemError(code);
      },
      { root },
    );
    const cause = { code };
    await expect(storage.readFile("a.txt")).rejects.toMatchObject({ code: toReader, path: "a.txt", cause });
    const writing = expect(storage.writeFile("a.txt", small, "")).rejects;
    await writing.toMatchObject({ code: toWriter, path: "a.txt" });
    expect(await paths(storage)).toEqual(["a.txt"]);
  });
});

test("a move that fails names the file that was to be moved", async () => {
  const storage = open(
    (name) => {
      if (name === "link" || name === "rename") throw systemError("EACCES");
    },
    { root: temporaryRoot({ "a.txt": "a" }) },
  );
  for (const overwrite of [true, false]) {
    await expect(storage.capabilities.moveFile!("a.txt", "b/c.txt", { overwrite })).rejects.toMatchObject({
      code: "VFS_UNAVAILABLE",
      message: 'cannot move "a.txt" to "b/c.txt": permission denied',
    });
  }
});

describe("durable", () => {
  const watchOrder = (root: string): { storage: Storage; order: string[] } => {
    const order: string[] = [];
    const names = new Map<unknown, string>();
    const calls = watchedCalls((name, args) => {
      if (name === "sync") order.push(`sync ${names.get(args[0]) ?? "?"}`);
      if (name === "rename" || name === "link" || name === "mkdir") order.push(name);
      if (name === "writeLater") order.push("write");
    });
    const openCall: SystemCalls["open"] = (path, flags, mode) => {
      const descriptor = calls.open(path, flags, mode);
      names.set(descriptor, path.includes(".vfs-node-tmp-") ? "file" : "directory");
      return descriptor;
    };
    const storage = createNodeStorageWith(
      { calls: { ...calls, open: openCall }, platform: process.platform, now: Date.now },
      { root, durable: true },
    );
    return { storage, order };
  };

  test.runIf(process.platform !== "win32")("syncs the file before it gets its name, the directory after", async () => {
    const { storage, order } = watchOrder(temporaryRoot({ "a.txt": "old" }));
    await storage.writeFile("a.txt", small, "");
    expect(order).toEqual(["write", "sync file", "rename", "sync directory"]);
  });

  test.runIf(process.platform !== "win32")("syncs also what holds the new directories", async () => {
    const { storage, order } = watchOrder(temporaryRoot());
    await storage.capabilities.createFile!("x/y/a.txt", small, "");
    const synced = ["sync directory", "sync directory", "sync directory"];
    expect(order).toEqual(["mkdir", "mkdir", "write", "sync file", "link", ...synced]);
  });

  test.runIf(process.platform !== "win32")("syncs what is left after a move and a deletion", async () => {
    const { storage, order } = watchOrder(temporaryRoot({ "a/b/c.txt": "", "a/d.txt": "" }));
    await storage.capabilities.moveFile!("a/b/c.txt", "n/c.txt");
    expect(order.splice(0)).toEqual(["mkdir", "link", "sync directory", "sync directory", "sync directory"]);
    await storage.deleteFile("a/d.txt");
    expect(order).toEqual(["sync directory"]);
  });

  test("without it nothing waits for the disk", async () => {
    const calls: string[] = [];
    const storage = open((name) => calls.push(name), { root: temporaryRoot() });
    await storage.writeFile("a.txt", small, "");
    expect(calls).not.toContain("sync");
  });
});

test("a temporary file that cannot be removed is neither listed nor readable", async () => {
  const root = temporaryRoot();
  const storage = open(
    (name) => {
      if (name === "rename" || name === "unlink") throw systemError("EPERM");
    },
    { root },
  );
  await expect(storage.writeFile("a.txt", small, "")).rejects.toMatchObject({ code: "VFS_UNAVAILABLE" });
  const [left = ""] = readdirSync(root);
  expect(left).toContain(".vfs-node-tmp-");
  expect(await paths(storage)).toEqual([]);
  await expect(storage.readFile(left)).rejects.toMatchObject({ code: "VFS_PATH_INVALID" });
});
