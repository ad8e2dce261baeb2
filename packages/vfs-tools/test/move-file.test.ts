import { type Storage, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { afterEach, describe, expect, test, vi } from "vitest";
import { codeOf, textBytes, textOf, toolsOver } from "./support/call-tool.js";
import { caselessStorage } from "./support/caseless-storage.js";
import { plainStorage } from "./support/plain-storage.js";
import type { Files } from "./support/storages.js";

afterEach(() => {
  vi.useRealTimers();
});

const pathsOf = async (storage: Storage) => (await storage.listFiles()).map((file) => file.path);
const move = (storage: Storage, source: string, destination: string, more: object = {}, options = {}) =>
  toolsOver(storage, options)("move_file", { source, destination, ...more });

/** With one capability more, or fewer, than the four methods. */
const kinds: readonly [string, (files: Files) => Storage][] = [
  ["a native move", (files) => createMemoryStorage({ files })],
  ["the four methods only", (files) => plainStorage(files)],
  ["createFile and stat", (files) => without(createMemoryStorage({ files }), "moveFile")],
];

function without(storage: Storage, name: "moveFile" | "createFile"): Storage {
  return { ...storage, capabilities: { ...storage.capabilities, [name]: undefined } };
}

describe.each(kinds)("move_file over a store with %s", (_, create) => {
  test("keeps bytes and content type", async () => {
    const storage = create({});
    const bytes = Uint8Array.from({ length: 256 }, (__, index) => index);
    await storage.writeFile("a.bin", bytes, "text/x-custom");
    const outcome = await move(storage, "a.bin", "dir/b.txt");
    expect(outcome.content).toEqual({ source: "a.bin", destination: "dir/b.txt", size: 256 });
    expect(await pathsOf(storage)).toEqual(["dir/b.txt"]);
    const { content, metadata } = await storage.readFile("dir/b.txt");
    expect([...content]).toEqual([...bytes]);
    expect(metadata.contentType).toBe("text/x-custom");
  });

  test("an existing destination is refused, or replaced on demand", async () => {
    const storage = create({ a: "A", b: "B" });
    const refused = await move(storage, "a", "b");
    expect(codeOf(refused)).toBe("VFS_FILE_EXISTS");
    expect(refused.text).toContain("overwrite");
    expect([await textOf(storage, "a"), await textOf(storage, "b")]).toEqual(["A", "B"]);
    expect((await move(storage, "a", "b", { overwrite: true })).isError).toBe(false);
    expect([await pathsOf(storage), await textOf(storage, "b")]).toEqual([["b"], "A"]);
  });

  test("onto itself is an error, whether or not it exists", async () => {
    const storage = create({ a: "A" });
    for (const path of ["a", "none"]) {
      const outcome = await move(storage, path, path, { overwrite: true });
      expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
      expect(outcome.text).toContain("onto itself");
    }
    expect(await textOf(storage, "a")).toBe("A");
  });

  test("a missing source leaves the destination alone", async () => {
    const storage = create({ b: "B" });
    expect(codeOf(await move(storage, "a", "b", { overwrite: true }))).toBe("VFS_FILE_NOT_FOUND");
    expect(await textOf(storage, "b")).toBe("B");
  });

  test("the policy holds for both paths", async () => {
    const storage = create({ "a.md": "A", ".b.md": "B", "c.txt": "C" });
    const options = { hideHiddenPaths: true, allowedExtensions: ["md"] };
    for (const [source, destination] of [
      ["a.md", ".a.md"],
      [".b.md", "b.md"],
      ["a.md", "a.txt"],
      ["c.txt", "c.md"],
      ["a.md", "../a.md"],
      ["/a.md", "b.md"],
    ] as const) {
      const outcome = await move(storage, source, destination, {}, options);
      expect(codeOf(outcome), `${source} to ${destination}`).toBe("VFS_PATH_INVALID");
    }
    expect(await pathsOf(storage)).toEqual([".b.md", "a.md", "c.txt"]);
  });

  test("the maximum size holds for what is moved", async () => {
    const storage = create({ a: "12345" });
    expect(codeOf(await move(storage, "a", "b", {}, { maximumFileBytes: 4 }))).toBe("VFS_FILE_TOO_LARGE");
    expect((await move(storage, "a", "b", {}, { maximumFileBytes: 5 })).isError).toBe(false);
  });

  test("another case is another name where the store tells them apart", async () => {
    const storage = create({ "d/a.txt": "A", "d/B.txt": "B" });
    expect((await move(storage, "d/a.txt", "d/A.txt")).isError).toBe(false);
    expect(await pathsOf(storage)).toEqual(["d/A.txt", "d/B.txt"]);
    await storage.writeFile("d/b.txt", textBytes("b"), "text/plain");
    expect(codeOf(await move(storage, "d/B.txt", "d/b.txt"))).toBe("VFS_FILE_EXISTS");
    expect((await move(storage, "d/B.txt", "d/b.txt", { overwrite: true })).isError).toBe(false);
    expect([await pathsOf(storage), await textOf(storage, "d/b.txt")]).toEqual([["d/A.txt", "d/b.txt"], "B"]);
  });
});

test("with a native move it is that one step", async () => {
  const storage = createMemoryStorage({ files: { a: "A" } });
  const refuse = () => Promise.reject(new Error("not needed"));
  const view: Storage = { ...storage, readFile: refuse, writeFile: refuse, deleteFile: refuse, listFiles: refuse };
  expect((await move(view, "a", "b")).content).toEqual({ source: "a", destination: "b", size: 1 });
});

describe("when the source cannot be deleted", () => {
  test("both files remain, and the error says so", async () => {
    const storage = plainStorage({ a: "A" });
    const view: Storage = {
      ...storage,
      deleteFile: () => Promise.reject(new VfsError("VFS_UNAVAILABLE", "no", { path: "a" })),
    };
    const outcome = await move(view, "a", "b");
    expect(codeOf(outcome)).toBe("VFS_UNAVAILABLE");
    expect(outcome.text).toMatch(/"b" was written.*"a" could not be deleted.*both files remain/);
    expect([await textOf(storage, "a"), await textOf(storage, "b")]).toEqual(["A", "A"]);
  });

  test("because somebody else just did, the move has come about", async () => {
    const storage = plainStorage({ a: "A" });
    const view: Storage = {
      ...storage,
      writeFile: async (...args) => {
        await storage.writeFile(...args);
        await storage.deleteFile("a");
      },
    };
    expect((await move(view, "a", "b")).isError).toBe(false);
  });

  test("because the store hangs, it gives up after 30 seconds", async () => {
    vi.useFakeTimers();
    const storage = plainStorage({ a: "A" });
    const view: Storage = { ...storage, deleteFile: () => new Promise(() => undefined) };
    const outcome = move(view, "a", "b");
    await vi.advanceTimersByTimeAsync(29_000);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_001);
    expect((await outcome).text).toContain("both files remain");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a rename that only changes case, without a native move", () => {
  test.each([
    ["d/a.txt", "d/A.txt"],
    ["d/a.txt", "D/a.txt"],
    ["e\u0301.txt", "\u00e9.txt"],
    ["stra\u00dfe.txt", "STRASSE.txt"],
  ])("%j to %j loses nothing where spelling does not count", async (source, destination) => {
    const storage = caselessStorage();
    await storage.writeFile(source, textBytes("A"), "text/x-custom");
    expect((await move(storage, source, destination)).content).toEqual({ source, destination, size: 1 });
    expect(await pathsOf(storage)).toEqual([destination]);
    const { content, metadata } = await storage.readFile(destination);
    expect([Buffer.from(content).toString(), metadata.contentType]).toEqual(["A", "text/x-custom"]);
  });

  type Step = "writeFile" | "deleteFile";

  /** A store in which a step goes as `act` says instead. The steps: write staging, delete, write, delete staging. */
  function failingAt(storage: Storage, step: Step, nth: number, act: () => Promise<void>): Storage {
    let count = 0;
    const original: (...args: never[]) => Promise<void> = storage[step];
    return {
      ...storage,
      [step]: async (...args: never[]) => {
        if (++count === nth) return act();
        await original(...args);
      },
    };
  }

  const unavailable = () => Promise.reject(new VfsError("VFS_UNAVAILABLE", "no"));

  test.each<[string, Step, number]>([
    ["writing the staging file", "writeFile", 1],
    ["deleting the source", "deleteFile", 1],
    ["writing the destination", "writeFile", 2],
  ])("when %s fails, the source is back and nothing else is left", async (_, step, nth) => {
    for (const storage of [caselessStorage({ "d/a.txt": "A" }), plainStorage({ "d/a.txt": "A" })]) {
      expect(codeOf(await move(failingAt(storage, step, nth, unavailable), "d/a.txt", "d/A.txt"))).toBe(
        "VFS_UNAVAILABLE",
      );
      expect(await pathsOf(storage)).toEqual(["d/a.txt"]);
      expect(await textOf(storage, "d/a.txt")).toBe("A");
    }
  });

  test("a failed one leaves another file at the destination as it was", async () => {
    const storage = plainStorage({ a: "A", A: "other" });
    const outcome = await move(failingAt(storage, "writeFile", 2, unavailable), "a", "A", { overwrite: true });
    expect(codeOf(outcome)).toBe("VFS_UNAVAILABLE");
    expect([await textOf(storage, "a"), await textOf(storage, "A")]).toEqual(["A", "other"]);
    expect(await pathsOf(storage)).toEqual(["A", "a"]);
  });

  test("when the caller gives up half-way, it is still cleaned up", async () => {
    const storage = caselessStorage({ "d/a.txt": "A" });
    const controller = new AbortController();
    let settle: (() => void) | undefined;
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const view = failingAt(storage, "writeFile", 2, () => {
      controller.abort();
      return Promise.reject(controller.signal.reason as Error);
    });
    const watched: Storage = {
      ...view,
      deleteFile: async (path, options) => {
        expect(options?.signal?.aborted ?? false).toBe(false);
        await view.deleteFile(path, options);
        if (path.includes(".moving-")) settle?.();
      },
    };
    const args = { source: "d/a.txt", destination: "d/A.txt" };
    const outcome = await toolsOver(watched)("move_file", args, { signal: controller.signal });
    expect(codeOf(outcome)).toBe("TOOL_ABORTED");
    await settled;
    expect(await pathsOf(storage)).toEqual(["d/a.txt"]);
    expect(await textOf(storage, "d/a.txt")).toBe("A");
  });

  test("when it cannot be put back either, the error says where the content is", async () => {
    const storage = plainStorage({ "d/a.txt": "A" });
    let writes = 0;
    const view: Storage = {
      ...storage,
      writeFile: (...args) => (++writes > 1 ? unavailable() : storage.writeFile(...args)),
    };
    const outcome = await move(view, "d/a.txt", "d/A.txt");
    const [kept] = await pathsOf(storage);
    expect(kept).toMatch(/^d\/\.moving-/);
    expect(outcome.text).toContain(`its content is kept at "${kept ?? ""}"`);
    expect(await textOf(storage, kept ?? "")).toBe("A");
  });

  test("clean-up gives up after 30 seconds a step", async () => {
    vi.useFakeTimers();
    const storage = plainStorage({ "d/a.txt": "A" });
    const outcome = move(
      failingAt(storage, "deleteFile", 2, () => new Promise(() => undefined)),
      "d/a.txt",
      "d/A.txt",
    );
    await vi.advanceTimersByTimeAsync(30_001);
    expect((await outcome).text).toMatch(/was moved, but the copy at "d\/\.moving-.*could not be deleted/);
    expect(await textOf(storage, "d/A.txt")).toBe("A");
  });

  test("the staging file is never seen by the model's own policy, and needs none", async () => {
    const storage = caselessStorage({ "a.md": "A" });
    const options = { hideHiddenPaths: true, allowedExtensions: ["md"] };
    expect((await move(storage, "a.md", "A.md", {}, options)).isError).toBe(false);
    expect(await pathsOf(storage)).toEqual(["A.md"]);
  });
});
