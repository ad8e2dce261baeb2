import { readOnly, type Storage } from "@x/vfs";
import type { StorageTraits, StorageUnderTest } from "@x/vfs-conformance";
import { createMemoryStorage } from "@x/vfs-memory";
import { createMountStorage } from "@x/vfs-mount";
import { createOverlayStorage } from "@x/vfs-overlay";
import { createDisk, diskTraits } from "./disk.js";

const files = { "a.txt": "one", "b/c.txt": "two", "b/d/e.txt": "three\n", "empty.txt": "" };

/** A tree whose directories are some that the suite writes to, so that its files lie in both stores. */
function mountOf(root: Storage, below: Storage = createMemoryStorage()): Storage {
  return createMountStorage({ "": root, docs: below, "to/a": below.capabilities.scope?.("mounted") ?? below });
}

function overlayOf(base: Storage): Storage {
  return createOverlayStorage({ base });
}

/** A scope of the store, beside another that has files. */
function scopeOf(storage: Storage): Storage {
  const { scope } = storage.capabilities;
  if (scope === undefined) throw new TypeError("the store has no scopes");
  return scope("tenant");
}

async function filledScope(): Promise<Storage> {
  const storage = createMemoryStorage();
  for (const [path, text] of Object.entries(files)) {
    await scopeOf(storage).writeFile(path, new TextEncoder().encode(text), "text/plain");
  }
  return storage;
}

function inMemory(
  name: string,
  create: () => Storage | Promise<Storage>,
  traits: StorageTraits = {},
): StorageUnderTest {
  return { name, create: async () => ({ storage: await create() }), traits };
}

function onDisk(name: string, wrap: (storage: Storage) => Storage, traits: StorageTraits = {}): StorageUnderTest {
  return { name, create: () => createDisk(wrap, traits.readOnly && files), traits: { ...diskTraits, ...traits } };
}

const itself = (storage: Storage): Storage => storage;
const ownFiles: StorageTraits = { durable: true, failingMedium: true };
// What an overlay writes is in its layer, with the content type, and not on the disk.
const layered: StorageTraits = { storesContentType: true, caseSensitive: true, distinguishesUnicodeForms: true };

/** Every store of this project, each wrapper, and wrappers of wrappers. */
export const stores: readonly StorageUnderTest[] = [
  inMemory("memory", () => createMemoryStorage()),
  inMemory("scope of memory", () => scopeOf(createMemoryStorage())),
  inMemory("read-only memory", () => readOnly(createMemoryStorage({ files })), { readOnly: { files } }),
  inMemory("scope of read-only memory", async () => scopeOf(readOnly(await filledScope())), { readOnly: { files } }),
  onDisk("disk", itself, ownFiles),
  onDisk("scope of disk", scopeOf, ownFiles),
  onDisk("read-only disk", readOnly, { readOnly: { files } }),
  inMemory("overlay over memory", () => overlayOf(createMemoryStorage())),
  inMemory("scope of overlay over memory", () => scopeOf(overlayOf(createMemoryStorage()))),
  onDisk("overlay over disk", overlayOf, layered),
  onDisk("scope of overlay over disk", (disk) => scopeOf(overlayOf(disk)), layered),
  inMemory("mount", () => mountOf(createMemoryStorage())),
  inMemory("scope of mount", () => scopeOf(mountOf(createMemoryStorage()))),
  inMemory("overlay over mount", () => overlayOf(mountOf(createMemoryStorage()))),
  inMemory("scope of overlay over mount", () => scopeOf(overlayOf(mountOf(createMemoryStorage())))),
  inMemory("mount of overlay and memory", () => mountOf(overlayOf(createMemoryStorage()))),
  inMemory("scope of mount of overlay and memory", () => scopeOf(mountOf(overlayOf(createMemoryStorage())))),
];
