import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readOnly, type Storage } from "@x/vfs";
import { checkStorage, type StorageTraits, type StorageUnderTest } from "@x/vfs-conformance";
import { createNodeStorage, type NodeStorageOptions } from "@x/vfs-node";
import { expect, test } from "vitest";
import { createNodeStorageWith } from "../src/create-node-storage-with.js";
import { systemCalls } from "../src/system-calls.js";
import { caseFoldingCalls } from "./support/case-folding-calls.js";

const folds = process.platform === "darwin" || process.platform === "win32";
const disk: StorageTraits = { storesContentType: false, caseSensitive: !folds, distinguishesUnicodeForms: !folds };
const files = { "a.txt": "a", "dir/b.md": "# b\n", empty: "" };

type Open = (options: NodeStorageOptions) => Storage;

const byPath: Open = (options) =>
  createNodeStorageWith({ calls: systemCalls, platform: "sunos", now: Date.now }, options);
const folding: Open = (options) =>
  createNodeStorageWith({ calls: caseFoldingCalls(), platform: "sunos", now: Date.now }, options);

/** What another way to the disk can change. */
const reach = ["names", "list", "create-file", "move-file"];
const changes = ["durable", "write", "delete", "create-file", "move-file"];

const subjects: [name: string, open: Open, traits: StorageTraits, only?: string[]][] = [
  ["a directory", createNodeStorage, { ...disk, durable: true }],
  [
    "a durable store",
    (options) => createNodeStorage({ ...options, durable: true }),
    { ...disk, durable: true },
    changes,
  ],
  ["a directory known by its path", byPath, disk, reach],
  [
    "a disk where case does not count",
    folding,
    { ...disk, caseSensitive: false, distinguishesUnicodeForms: false },
    reach,
  ],
  ["a scope", (options) => createNodeStorage(options).capabilities.scope!("tenant"), { ...disk, durable: true }],
  ["a read-only view", (options) => readOnly(createNodeStorage(options)), { ...disk, readOnly: { files } }],
];

test.each(subjects)("%s keeps the contract", async (name, open, traits, only) => {
  const subject: StorageUnderTest = {
    name,
    traits: { ...traits, failingMedium: true },
    create: () => {
      const root = join(mkdtempSync(join(tmpdir(), "vfs-node-")), "root");
      mkdirSync(root);
      for (const [path, content] of Object.entries(traits.readOnly?.files ?? {})) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), content);
      }
      return {
        storage: open({ root }),
        dispose: () => rmSync(dirname(root), { recursive: true, force: true }),
        reopen: () => open({ root }),
        breakMedium: () => rmSync(root, { recursive: true }),
      };
    },
  };
  const { results, seed } = await checkStorage(subject, only && { only });
  const failed = results.filter(({ outcome }) => outcome === "fail");
  expect(failed, `with seed ${seed}`).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(results.length / 4);
});
