import { closeSync, ftruncateSync, openSync } from "node:fs";
import { join } from "node:path";
import { createNodeStorage } from "@x/vfs-node";
import { describe, expect, test } from "vitest";
import { temporaryRoot } from "./support/temporary-root.js";
import { codeOf } from "./support/text.js";

describe("reading", () => {
  test("a file of 4 GiB in parts is quick, as a whole refused", async () => {
    const root = temporaryRoot();
    const size = 4 * 1024 ** 3;
    const descriptor = openSync(join(root, "sparse"), "w");
    ftruncateSync(descriptor, size);
    closeSync(descriptor);
    const { readRange, readFiles, stat } = createNodeStorage({ root }).capabilities;
    const { content, metadata } = await readRange!("sparse", size - 3, 100);
    expect([content.length, metadata.size]).toEqual([3, size]);
    expect((await readRange!("sparse", size, 1)).content.length).toBe(0);
    expect((await readRange!("sparse", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).content.length).toBe(0);
    expect((await stat!("sparse")).size).toBe(size);
    expect(await codeOf(createNodeStorage({ root }).readFile("sparse"))).toBe("VFS_FILE_TOO_LARGE");
    expect(await codeOf(readRange!("sparse", 0, size))).toBe("VFS_FILE_TOO_LARGE");
    expect(await codeOf(readFiles!(["sparse"])[Symbol.asyncIterator]().next())).toBe("VFS_FILE_TOO_LARGE");
  });

  test.each([
    [-1, 0],
    [0, -1],
    [0.5, 1],
    [0, Number.NaN],
    [Infinity, 1],
  ])("a range from %d of %d bytes is a TypeError", async (start, length) => {
    const { readRange } = createNodeStorage({ root: temporaryRoot({ a: "abc" }) }).capabilities;
    await expect(readRange!("a", start, length)).rejects.toThrow(TypeError);
  });

  test("many files gives those before an invalid path, then its error", async () => {
    const { readFiles } = createNodeStorage({ root: temporaryRoot({ a: "A", b: "B" }) }).capabilities;
    const seen: unknown[] = [];
    const iterate = async (): Promise<void> => {
      for await (const file of readFiles!(["a", "gone", "a", "../b", "b"])) seen.push("content" in file);
    };
    expect(await codeOf(iterate())).toBe("VFS_PATH_INVALID");
    expect(seen).toEqual([true, false, true]);
  });

  test("large and small files mixed come in order, whole", async () => {
    const root = temporaryRoot();
    const storage = createNodeStorage({ root });
    const sizes = [0, 10, 700_000, 700_000, 1_048_576, 1_048_577, 5, 3_000_000, 1];
    const names = sizes.map((size, index) => `${index}-${size}`);
    for (const [index, size] of sizes.entries()) {
      await storage.writeFile(names[index]!, new Uint8Array(size).fill(index + 1), "");
    }
    let index = 0;
    for await (const file of storage.capabilities.readFiles!(names)) {
      if (!("content" in file)) throw new Error("missing");
      expect(file.metadata).toMatchObject({ path: names[index], size: sizes[index] });
      expect(Buffer.from(file.content).equals(Buffer.alloc(sizes[index]!, index + 1))).toBe(true);
      index++;
    }
    expect(index).toBe(sizes.length);
  });
});
