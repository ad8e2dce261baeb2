import { comparePaths, type Storage, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createOverlayStorage, type OverlaySnapshot, type OverlayStorage } from "@x/vfs-overlay";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bare, bytes } from "./samples.js";

type Files = Map<string, { text: string; contentType: string }>;

const path = fc.constantFrom("a", "b", "a/b", "d/x", "d/y", "\u00e9", "\u{1f600}", "__proto__");
const text = fc.constantFrom("", "one", "two", "three\n");
const contentType = fc.constantFrom("text/plain", "text/markdown");
const content = { text, contentType };

const fileStep = fc.oneof(
  fc.record({ kind: fc.constant("write"), path, ...content }),
  fc.record({ kind: fc.constant("create"), path, ...content }),
  fc.record({ kind: fc.constant("delete"), path }),
  fc.record({ kind: fc.constant("move"), path, to: path, overwrite: fc.boolean() }),
  fc.record({ kind: fc.constant("read"), path }),
);
const overlayStep = fc.oneof(
  fc.record({ kind: fc.constant("commit") }),
  fc.record({ kind: fc.constant("discard") }),
  fc.record({ kind: fc.constant("snapshot") }),
  fc.record({ kind: fc.constant("restore"), index: fc.nat(3) }),
);
const initialFiles = fc.dictionary(path, text, { maxKeys: 4 });
const bases: [string, (files: Record<string, string>) => Storage][] = [
  ["a store with every capability", (files) => createMemoryStorage({ files })],
  ["a store with the four methods only", (files) => bare(createMemoryStorage({ files }))],
];

async function contentsOf(storage: Storage): Promise<Files> {
  const files: Files = new Map();
  for (const { path, size, contentType } of await storage.listFiles()) {
    const { content } = await storage.readFile(path);
    expect(content).toHaveLength(size);
    files.set(path, { text: new TextDecoder().decode(content), contentType });
  }
  expect([...files.keys()]).toEqual([...files.keys()].sort(comparePaths));
  return files;
}

const sorted = (files: Files) => [...files].sort(([a], [b]) => comparePaths(a, b));

/** Takes a step and gives the code that it failed with. */
async function take(storage: Storage, step: FileStep): Promise<string | undefined> {
  const { createFile, moveFile } = storage.capabilities;
  try {
    if (step.kind === "write") await storage.writeFile(step.path, bytes(step.text), step.contentType);
    else if (step.kind === "create") await createFile?.(step.path, bytes(step.text), step.contentType);
    else if (step.kind === "move") await moveFile?.(step.path, step.to, { overwrite: step.overwrite });
    else if (step.kind === "read") await storage.readFile(step.path);
    else await storage.deleteFile(step.path);
    return undefined;
  } catch (error) {
    if (VfsError.is(error)) return error.code;
    throw error;
  }
}

interface FileStep {
  readonly kind: string;
  readonly path: string;
  readonly text: string;
  readonly contentType: string;
  readonly to: string;
  readonly overwrite: boolean;
}

/** Does what the list of changes says, and nothing else. */
async function applyByHand(storage: Storage, overlay: OverlayStorage): Promise<void> {
  for (const change of await overlay.changes()) {
    if (change.kind === "deleted") await storage.deleteFile(change.path);
    if (change.kind === "moved") await storage.deleteFile(change.from!);
  }
  for (const change of await overlay.changes()) {
    if (change.kind === "deleted") continue;
    const { content, metadata } = await overlay.readFile(change.path);
    expect(change.size).toBe(content.length);
    await storage.writeFile(change.path, content, metadata.contentType);
  }
}

describe.each(bases)("over %s", (_, createBase) => {
  test("after any sequence an overlay reads like a plain store that took the same sequence", async () => {
    await fc.assert(
      fc.asyncProperty(initialFiles, fc.array(fileStep, { maxLength: 25 }), async (files, steps) => {
        const base = createBase(files);
        const before = await contentsOf(base);
        const overlay = createOverlayStorage({ base });
        const plain = createMemoryStorage({ files });
        for (const step of steps) {
          expect(await take(overlay, step as FileStep)).toBe(await take(plain, step as FileStep));
        }
        expect(await contentsOf(overlay)).toEqual(await contentsOf(plain));
        expect(await contentsOf(base)).toEqual(before);

        const copy = createMemoryStorage({ files });
        await applyByHand(copy, overlay);
        expect(await contentsOf(copy)).toEqual(await contentsOf(plain));

        await overlay.commit();
        expect(await contentsOf(base)).toEqual(await contentsOf(plain));
        expect(await contentsOf(overlay)).toEqual(await contentsOf(plain));
        expect(await overlay.changes()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("commits, discards, snapshots and restores at any moment keep base and overlay what they should be", async () => {
    const steps = fc.array(fc.oneof({ weight: 3, arbitrary: fileStep }, overlayStep), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(initialFiles, steps, async (files, sequence) => {
        const base = createBase(files);
        const overlay = createOverlayStorage({ base });
        let inBase = await contentsOf(base);
        let snapshots: { snapshot: OverlaySnapshot; files: Files }[] = [];
        for (const step of sequence) {
          if (step.kind === "commit") {
            const wanted = await contentsOf(overlay);
            if ((await overlay.commit()).length > 0) snapshots = [];
            inBase = wanted;
          } else if (step.kind === "discard") {
            await overlay.discard();
            expect(await contentsOf(overlay)).toEqual(inBase);
          } else if (step.kind === "snapshot") {
            snapshots.push({ snapshot: await overlay.snapshot(), files: await contentsOf(overlay) });
          } else if (step.kind === "restore") {
            const saved = snapshots[(step as { index: number }).index];
            if (saved === undefined) continue;
            await overlay.restore(saved.snapshot);
            expect(sorted(await contentsOf(overlay))).toEqual(sorted(saved.files));
          } else {
            await take(overlay, step as FileStep);
          }
          expect(await contentsOf(base)).toEqual(inBase);
        }
      }),
      { numRuns: 60 },
    );
  });
});
