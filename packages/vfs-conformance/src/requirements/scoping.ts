import { setImmediate } from "node:timers/promises";
import { type Storage, VfsError, withPathLock } from "@x/vfs";
import {
  attempt,
  bytesOf,
  capability,
  expectContent,
  expectRejection,
  expectSamePaths,
  expectThat,
  isGone,
  listedPaths,
} from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const needs = ["scope"] as const;
const type = "text/plain";

/** Names that careless joining, folding, cutting or encoding would make one, or would lead out of the scope. */
const hostileNames = [
  "a",
  "A",
  "a ",
  " a",
  "a.",
  "a/b",
  "a/b/c",
  "/a",
  "a/",
  "a\\b",
  "..",
  ".",
  "../a",
  "../..",
  "/",
  "\\",
  " ",
  "\n",
  "\0",
  "a\0b",
  "a%2Fb",
  "%2e%2e",
  "a:b",
  "a_b",
  "a-b",
  "a~b",
  "__proto__",
  "constructor",
  "toString",
  "nul",
  "CON",
  "\ud800",
  "\udfff",
  "\ufffd",
  "caf\u00e9",
  "cafe\u0301",
  "😀",
  "x".repeat(5000),
  `${"x".repeat(5000)}y`,
  "é".repeat(300),
  "61",
  "YQ",
  "YQ==",
  "*",
  "'; drop --",
];

export const scopingRequirements: readonly StorageRequirement[] = [
  must(
    "scope/shares-nothing",
    "Two scopes share nothing, whatever characters their names hold; a name is any string that is not empty.",
    async ({ storage }) => {
      const scope = capability(storage, "scope");
      const scopes = hostileNames.map((name) => [name, scope(name)] as const);
      for (const [name, tenant] of scopes) {
        const found = await attempt(() => tenant.readFile("b/same.txt"));
        expectThat(!("value" in found), `the new scope ${showValue(name)} already has the file of another`);
        await tenant.writeFile("b/same.txt", bytesOf(`of ${JSON.stringify(name)}`), type);
        await tenant.writeFile("same.txt", bytesOf(`of ${JSON.stringify(name)}`), type);
      }
      for (const [name, tenant] of scopes) {
        await expectContent(tenant, "b/same.txt", `of ${JSON.stringify(name)}`);
        await expectContent(tenant, "same.txt", `of ${JSON.stringify(name)}`);
      }
    },
    { needs },
  ),
  must(
    "scope/own-paths",
    "A scope lists its own files only, under their own paths.",
    async ({ storage }) => {
      const scope = capability(storage, "scope");
      const scopes = ["team", "team2", "team/x", "tea"].map(
        (name, index) => [`x/own-${index}.txt`, scope(name)] as const,
      );
      for (const [own, tenant] of scopes) await tenant.writeFile(own, bytesOf(own), type);
      for (const [own, tenant] of scopes) {
        expectSamePaths(await listedPaths(tenant), [own]);
        expectSamePaths(await listedPaths(tenant, "x/"), [own]);
        const { metadata } = await tenant.readFile(own);
        expectThat(metadata.path === own, `the metadata of ${own} in the scope say ${showValue(metadata.path)}`);
        const missing = await attempt(() => tenant.readFile("x/missing.txt"));
        const told = "error" in missing && VfsError.is(missing.error) ? missing.error.path : undefined;
        expectThat(told === "x/missing.txt", `the error about x/missing.txt in the scope is about ${showValue(told)}`);
      }
    },
    { needs },
  ),
  must(
    "scope/delete",
    "Deleting in a scope leaves the same path in every other.",
    async ({ storage }) => {
      const scope = capability(storage, "scope");
      const [one, two] = [scope("one"), scope("two")];
      await one.writeFile("same.txt", bytesOf("one"), type);
      await two.writeFile("same.txt", bytesOf("two"), type);
      await one.deleteFile("same.txt");
      expectThat(await isGone(one, "same.txt"), "the file can still be read in its scope");
      await expectContent(two, "same.txt", "two");
    },
    { needs },
  ),
  must(
    "scope/not-the-outside",
    "A scope does not see the files of the store itself, nor change them.",
    async ({ storage }) => {
      await storage.writeFile("same.txt", bytesOf("outside"), type);
      const tenant = capability(storage, "scope")("tenant");
      expectThat(await isGone(tenant, "same.txt"), "the scope reads same.txt of the store");
      await tenant.writeFile("same.txt", bytesOf("inside"), type);
      await expectContent(storage, "same.txt", "outside");
      await expectContent(tenant, "same.txt", "inside");
    },
    { needs },
  ),
  must(
    "scope/same-name",
    "The same name gives the same files again.",
    async ({ storage }) => {
      const scope = capability(storage, "scope");
      await scope("Tenant 1/x").writeFile("file.txt", bytesOf("kept"), type);
      await expectContent(scope("Tenant 1/x"), "file.txt", "kept");
    },
    { needs },
  ),
  must(
    "scope/name-is-checked",
    "A scope's name that is empty or no string is a TypeError.",
    async ({ bare }) => {
      for (const name of ["", undefined, null, 7, {}]) {
        let error: unknown;
        try {
          capability(bare, "scope")(name as string);
        } catch (thrown) {
          error = thrown;
        }
        expectThat(
          error instanceof TypeError,
          `scope(${showValue(name)}) gave ${showValue(error)} instead of a TypeError`,
        );
      }
    },
    { needs, onReadOnly: true },
  ),
  must(
    "scope/checks-paths",
    "A scope checks paths like any store, so that none leads out of it.",
    async ({ storage }) => {
      const tenant = capability(storage, "scope")("tenant");
      for (const path of [
        "../x",
        "..",
        "",
        "/x",
        "a/../../x",
        "a\0",
        "a\\..\\x",
        "p".repeat(513),
        undefined as never,
      ]) {
        await expectRejection(
          () => tenant.readFile(path),
          "VFS_PATH_INVALID",
          `readFile(${showValue(path)}) in a scope`,
        );
        await expectRejection(
          () => tenant.deleteFile(path),
          "VFS_PATH_INVALID",
          `deleteFile(${showValue(path)}) in a scope`,
        );
      }
    },
    { needs },
  ),
  must(
    "scope/longest-path",
    "A scope takes paths of 512 bytes, like the store itself.",
    async ({ storage }) => {
      const longest = `${"l".repeat(200)}/${"m".repeat(200)}/${"n".repeat(110)}`;
      const tenant = capability(storage, "scope")("a tenant with a name of some length");
      await tenant.writeFile(longest, bytesOf("content"), type);
      await expectContent(tenant, longest, "content");
    },
    { needs },
  ),
  must(
    "scope/capabilities",
    "What else a scope can do reaches its own files only, too.",
    async ({ storage }) => {
      const scope = capability(storage, "scope");
      await scope("other").writeFile("secret.txt", bytesOf("of the other"), type);
      const tenant = scope("tenant");
      await expectNoReach(tenant);
    },
    { needs },
  ),
  must(
    "scope/locks",
    "Two scopes of one name are one file to withPathLock.",
    async ({ bare }) => {
      const scope = capability(bare, "scope");
      await expectSerialised(scope("tenant"), scope("tenant"), "file.txt");
    },
    { needs },
  ),
];

/** No capability of the scope may find `secret.txt`, which is another's. */
async function expectNoReach(tenant: Storage): Promise<void> {
  const { stat, createFile, moveFile, readFiles, readRange } = tenant.capabilities;
  if (stat) await expectRejection(() => stat("secret.txt"), "VFS_FILE_NOT_FOUND", "stat");
  if (readRange) await expectRejection(() => readRange("secret.txt", 0, 1), "VFS_FILE_NOT_FOUND", "readRange");
  if (moveFile) await expectRejection(() => moveFile("secret.txt", "mine.txt"), "VFS_FILE_NOT_FOUND", "moveFile");
  if (readFiles) {
    for await (const file of readFiles(["secret.txt"])) expectThat("missing" in file, "readFiles gives another's file");
  }
  if (createFile) await createFile("secret.txt", bytesOf("mine"), type);
}

/** Works on the same file, asked for through two stores, must not overlap. */
export async function expectSerialised(one: Storage, other: Storage, path: string): Promise<void> {
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await setImmediate();
    running--;
  };
  await Promise.all([one, other, one, other].map((storage) => withPathLock(storage, [path], work)));
  expectThat(most === 1, `${most} works held the lock of ${path} at the same time`);
}
