import { type Storage, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { describe, expect, test } from "vitest";
import { updateFile } from "../src/update-file.js";
import { codeOf, textOf, toolsOver } from "./support/call-tool.js";
import { delayedStorage } from "./support/delayed-storage.js";
import { plainStorage } from "./support/plain-storage.js";
import { createRandom } from "./support/random.js";
import { contextOver } from "./support/run-handler.js";
import { storages } from "./support/storages.js";

const path = "a.txt";
const count = 50;
const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
const before = numbers.map((n) => `line ${n}\n`).join("");
const after = numbers.map((n) => `${n <= count ? "LINE" : "line"} ${n}\n`).join("");

const editOf = (n: number) => ({ path, old_string: `line ${n}\n`, new_string: `LINE ${n}\n` });

describe("E17: fifty edits of one file at once all survive", () => {
  async function editAll(views: readonly Storage[], storage: Storage) {
    const calls = views.map((view) => toolsOver(view));
    const outcomes = await Promise.all(
      numbers.slice(0, count).map((n, index) => calls[index % calls.length]!("edit_file", editOf(n))),
    );
    expect(outcomes.filter((outcome) => outcome.isError).map((outcome) => outcome.text)).toEqual([]);
    expect(await textOf(storage, path)).toBe(after);
  }

  describe.each(storages)("on $name", ({ create }) => {
    test.each([1, 2, 3])("with random delays, seed %i", async (seed) => {
      const storage = await create({ [path]: before });
      await editAll([delayedStorage(storage, createRandom(seed))], storage);
    });

    test("with two registries over one store", async () => {
      const storage = await create({ [path]: before });
      await editAll([storage, storage], storage);
    });

    test("with two registries over wrappers of one store", async () => {
      const storage = await create({ [path]: before });
      await editAll(
        [delayedStorage(storage, createRandom(4)), delayedStorage(storage, createRandom(5)), storage],
        storage,
      );
    });

    test("with scopes of one name", async () => {
      const storage = await create();
      const scope = () => storage.capabilities.scope!("tenant");
      await scope().writeFile(path, Buffer.from(before), "text/plain");
      await editAll([scope(), delayedStorage(scope(), createRandom(6))], scope());
    });
  });

  test.each([7, 8])("in a store of four methods only, seed %i", async (seed) => {
    const storage = plainStorage({ [path]: before });
    await editAll([delayedStorage(storage, createRandom(seed)), storage], storage);
  });

  test("between wrappers that share no lock, as two processes do, by compare-and-swap", async () => {
    const storage = createMemoryStorage({ files: { [path]: before } });
    const stranger = (seed: number): Storage => {
      const view = delayedStorage(storage, createRandom(seed));
      const { stat, replaceFile } = view.capabilities;
      return { ...view, capabilities: { ...(stat && { stat }), ...(replaceFile && { replaceFile }) } };
    };
    await editAll([stranger(9), stranger(10), stranger(11)], storage);
  });

  test("beside multi_edit, write_file, move_file and delete_file", async () => {
    const storage = createMemoryStorage({ files: { [path]: before } });
    const call = toolsOver(delayedStorage(storage, createRandom(12)));
    const outcomes = await Promise.all([
      call("multi_edit", { path, edits: numbers.slice(0, 20).map(editOf) }),
      ...numbers.slice(20, count).map((n) => call("edit_file", editOf(n))),
      call("move_file", { source: path, destination: "b.txt" }),
      call("write_file", { path, content: "new" }),
      call("delete_file", { path: "b.txt" }),
    ]);
    expect(outcomes.map((outcome) => outcome.text).filter((text) => text.includes("invalid"))).toEqual([]);
    expect((await storage.listFiles()).map((file) => file.path)).toEqual([path]);
    expect(await textOf(storage, path)).toBe("new");
  });
});

describe("updateFile", () => {
  const signal = new AbortController().signal;
  const reason = new Error("enough");
  const upper = (content: Buffer) => ({ content: Buffer.from(content.toString().toUpperCase()), result: "done" });

  /** A store in which somebody else writes before each of the first `times` replacements. */
  function contested(storage: Storage, times: number, interfere: (round: number) => Promise<void>): Storage {
    let round = 0;
    const { replaceFile, ...others } = storage.capabilities;
    return {
      ...storage,
      capabilities: {
        ...others,
        replaceFile: async (...args) => {
          if (round < times) await interfere(round++);
          await replaceFile?.(...args);
        },
      },
    };
  }

  test("runs again on what somebody else wrote", async () => {
    const storage = createMemoryStorage({ files: { [path]: "a" } });
    const view = contested(storage, 20, (round) => storage.writeFile(path, Buffer.from(`b${round}`), "text/x-other"));
    expect(await updateFile(contextOver(view), path, signal, upper)).toBe("done");
    expect(await textOf(storage, path)).toBe("B19");
    expect((await storage.readFile(path)).metadata.contentType).toBe("text/x-other");
  });

  test("fails as the change does when what somebody else wrote does not allow it", async () => {
    const storage = createMemoryStorage({ files: { [path]: "a" } });
    const view = contested(storage, 1, () => storage.writeFile(path, Buffer.from("other"), "text/plain"));
    const outcome = await toolsOver(view)("edit_file", { path, old_string: "a", new_string: "b" });
    expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
    expect(await textOf(storage, path)).toBe("other");
  });

  test("a file that vanishes in between is not found, and not written", async () => {
    const storage = createMemoryStorage({ files: { [path]: "a" } });
    const view = contested(storage, 1, () => storage.deleteFile(path));
    const outcome = await toolsOver(view)("edit_file", { path, old_string: "a", new_string: "b" });
    expect(codeOf(outcome)).toBe("VFS_FILE_NOT_FOUND");
    expect(await storage.listFiles()).toEqual([]);
  });

  test("goes on until the signal aborts, then lets the lock go", async () => {
    const storage = createMemoryStorage({ files: { [path]: "a" } });
    let rounds = 0;
    const controller = new AbortController();
    const view = contested(storage, 1_000_000, async () => {
      await storage.writeFile(path, Buffer.from("b"), "text/plain");
      if (++rounds === 10) controller.abort(reason);
    });
    const context = contextOver(view);
    await expect(updateFile(context, path, controller.signal, upper)).rejects.toBe(reason);
    expect(rounds).toBe(10);
    expect(await updateFile(contextOver(storage), path, signal, upper)).toBe("done");
  });

  test("any other failure is passed on, once", async () => {
    let calls = 0;
    const storage = createMemoryStorage({ files: { [path]: "a" } });
    const view = contested(storage, 9, async () => {
      calls++;
      throw new VfsError("VFS_READ_ONLY", "no", { path });
    });
    await expect(updateFile(contextOver(view), path, signal, upper)).rejects.toMatchObject({ code: "VFS_READ_ONLY" });
    expect(calls).toBe(1);
  });

  test("a store that promises versions and gives none is unavailable", async () => {
    const storage = plainStorage({ [path]: "a" }, { replaceFile: async () => undefined });
    await expect(updateFile(contextOver(storage), path, signal, upper)).rejects.toMatchObject({
      code: "VFS_UNAVAILABLE",
    });
  });

  test("nothing is read or written once the signal has aborted", async () => {
    const storage = plainStorage({ [path]: "a" });
    const aborted = AbortSignal.abort();
    await expect(updateFile(contextOver(storage), path, aborted, upper)).rejects.toBe(aborted.reason);
    const controller = new AbortController();
    const change = (content: Buffer) => {
      controller.abort(reason);
      return upper(content);
    };
    await expect(updateFile(contextOver(storage), path, controller.signal, change)).rejects.toBe(reason);
    expect(await textOf(storage, path)).toBe("a");
  });
});
