import { existsSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeStorage } from "@x/vfs-node";
import { expect, test } from "vitest";

const b = (s: string) => new TextEncoder().encode(s);
test("slice", async () => {
  const root = mkdtempSync(join(tmpdir(), "v-"));
  const s = createNodeStorage({ root });
  await s.writeFile("a/b.txt", b("hi"), "text/plain");
  await s.writeFile("a-c", b("x"), "text/plain");
  await s.writeFile("a/b.txt", b("hello"), "text/plain");
  expect((await s.listFiles()).map((f) => f.path)).toEqual(["a-c", "a/b.txt"]);
  expect((await s.listFiles({ prefix: "a/" })).map((f) => f.path)).toEqual(["a/b.txt"]);
  expect(new TextDecoder().decode((await s.readFile("a/b.txt")).content)).toBe("hello");
  await s.capabilities.moveFile!("a/b.txt", "z/q/w.txt");
  await expect(s.capabilities.createFile!("a-c", b(""), "")).rejects.toMatchObject({ code: "VFS_FILE_EXISTS" });
  await s.capabilities.createFile!("n", b("n"), "");
  const t = s.capabilities.scope!("tenant");
  await t.writeFile("a", b("tenant"), "");
  expect((await t.listFiles()).length).toBe(1);
  expect(existsSync(join(root, "a"))).toBe(false);
  expect((await s.listFiles()).map((f) => f.path)).toEqual(["a-c", "n", "z/q/w.txt"]);
  await s.deleteFile("z/q/w.txt");
  const big = new Uint8Array(5_000_000).fill(7);
  await s.writeFile("big", big, "");
  expect(Buffer.compare((await s.readFile("big")).content, big)).toBe(0);
  const got = [] as (string | number)[];
  for await (const f of s.capabilities.readFiles!(["n", "gone", "big", "a-c"]))
    got.push("missing" in f ? "-" : f.content.length);
  expect(got).toEqual([1, "-", 5_000_000, 1]);
  expect(readdirSync(root).sort()).toEqual([".vfs-node-scopes", "a-c", "big", "n"]);
  expect(statSync(join(root, "n")).mode & 0o777).toBe(0o644);
  await expect(s.readFile("a-c/x")).rejects.toMatchObject({ code: "VFS_FILE_NOT_FOUND" });
  await expect(s.writeFile("a-c/x", b(""), "")).rejects.toMatchObject({ code: "VFS_PATH_CONFLICT" });
});
