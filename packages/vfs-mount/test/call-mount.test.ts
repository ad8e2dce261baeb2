import { type Storage, VfsError } from "@x/vfs";
import { createMountStorage } from "@x/vfs-mount";
import { describe, expect, test } from "vitest";
import { collect, encode, memoryOf } from "./text-files.js";

/** A store whose every method fails with the error. */
function failing(error: unknown): Storage {
  const fail = async () => Promise.reject(error);
  return {
    capabilities: {
      search: { query: fail, syntax: "" },
      stat: fail,
      createFile: fail,
      replaceFile: fail,
      moveFile: fail,
      readRange: fail,
      readFiles: async function* () {
        yield await fail();
      },
    },
    listFiles: fail,
    readFile: fail,
    writeFile: fail,
    deleteFile: fail,
  };
}

const calls: Record<string, (storage: Storage) => Promise<unknown>> = {
  listFiles: (storage) => storage.listFiles(),
  readFile: (storage) => storage.readFile("docs/a"),
  writeFile: (storage) => storage.writeFile("docs/a", encode(""), "text/plain"),
  deleteFile: (storage) => storage.deleteFile("docs/a"),
  query: (storage) => storage.capabilities.search!.query("x"),
  stat: (storage) => storage.capabilities.stat!("docs/a"),
  createFile: (storage) => storage.capabilities.createFile!("docs/a", encode(""), "text/plain"),
  replaceFile: (storage) => storage.capabilities.replaceFile!("docs/a", encode(""), "text/plain", "1"),
  moveFile: (storage) => storage.capabilities.moveFile!("docs/a", "docs/b"),
  "moveFile to another store": (storage) => storage.capabilities.moveFile!("docs/a", "b"),
  readRange: (storage) => storage.capabilities.readRange!("docs/a", 0, 1),
  readFiles: (storage) => collect(storage.capabilities.readFiles!(["docs/a"])),
};

describe.each(Object.entries(calls))("%s", (_, call) => {
  const errorOf = (error: unknown) =>
    call(createMountStorage({ "": memoryOf(""), docs: failing(error) })).then(
      () => undefined,
      (error: unknown) => error,
    );

  test("shows the path in the tree, keeps the code, and has the store's error as its cause", async () => {
    const own = new VfsError("VFS_UNAVAILABLE", 'cannot use "a"; "other" is fine, so is a', { path: "a" });
    const error = await errorOf(own);
    expect(VfsError.is(error, "VFS_UNAVAILABLE")).toBe(true);
    expect(error).toMatchObject({
      path: "docs/a",
      message: 'cannot use "docs/a"; "other" is fine, so is a',
      cause: own,
    });
  });

  test("shows the path of another file in the tree that the error is about", async () => {
    const own = new VfsError("VFS_PATH_CONFLICT", 'there is a file at "x\\"y"', { path: 'x"y' });
    expect(await errorOf(own)).toMatchObject({ path: 'docs/x"y', message: 'there is a file at "docs/x\\"y"' });
  });

  test.each(["...", "…"])("shows a path in the tree that the store cut with %s", async (mark) => {
    const path = "deep/".repeat(20) + 'x"';
    const shown = (path: string) => JSON.stringify(path.slice(0, 80) + mark);
    const own = new VfsError("VFS_UNAVAILABLE", `no ${shown(path)}, ${shown("other")} or "${mark}"`, { path });
    expect(await errorOf(own)).toMatchObject({
      path: `docs/${path}`,
      message: `no ${JSON.stringify(`docs/${path.slice(0, 80)}${mark}`)}, ${shown("other")} or "${mark}"`,
    });
  });

  test("invents no path", async () => {
    const error = await errorOf(new VfsError("VFS_UNAVAILABLE", "no connection"));
    expect(error).toMatchObject({ code: "VFS_UNAVAILABLE", message: "no connection" });
    expect(error).not.toHaveProperty("path");
  });

  test.each([new TypeError("misuse"), "a reason", undefined])("passes %o on as it is", async (thrown) => {
    expect(await errorOf(thrown)).toBe(thrown);
  });
});

test("an error of the root is passed on as it is", async () => {
  const own = new VfsError("VFS_UNAVAILABLE", 'cannot use "a"', { path: "a" });
  await expect(createMountStorage({ "": failing(own) }).readFile("a")).rejects.toBe(own);
});

test("a store that throws from the call itself is a rejection too", async () => {
  const throwing = {
    ...memoryOf(""),
    readFile: () => {
      throw new VfsError("VFS_UNAVAILABLE", "", { path: "a" });
    },
  };
  await expect(createMountStorage({ docs: throwing }).readFile("docs/a")).rejects.toMatchObject({ path: "docs/a" });
});
