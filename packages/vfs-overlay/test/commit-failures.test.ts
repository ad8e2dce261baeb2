import { type Storage, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createOverlayStorage } from "@x/vfs-overlay";
import { describe, expect, test } from "vitest";
import { bare, failureOf, filesOf, type ObservedStorage, observe, write } from "./samples.js";

const wraps: [string, (base: Storage) => Storage][] = [
  ["with every capability", (base) => base],
  ["with the four methods only", bare],
];

/** Three changes of each kind, over a base that tells of its writes. */
async function createSample(wrap: (base: Storage) => Storage) {
  const names = ["a", "b", "c"].flatMap((kind) => [1, 2, 3].map((index) => `${kind}${index}`));
  const observed = observe(wrap(createMemoryStorage({ files: Object.fromEntries(names.map((name) => [name, name])) })));
  const overlay = createOverlayStorage({ base: observed.storage });
  for (const index of [1, 2, 3]) {
    await write(overlay, `a${index}`, "replaced");
    await overlay.deleteFile(`b${index}`);
    await overlay.capabilities.moveFile!(`c${index}`, `moved${index}`);
    await write(overlay, `new${index}`, "added");
  }
  return { observed, overlay };
}

async function countWrites(wrap: (base: Storage) => Storage): Promise<number> {
  const { observed, overlay } = await createSample(wrap);
  await overlay.commit();
  return observed.writes.length;
}

/** Fails after the write has happened, as when an answer is lost. */
function failAfter(observed: ObservedStorage, failing: number): Storage {
  const { storage } = observed;
  let index = 0;
  const lossy =
    <T extends unknown[]>(method: (...args: T) => Promise<void>) =>
    async (...args: T) => {
      await method(...args);
      if (index++ === failing) throw new Error("the answer was lost at 10.0.0.1");
    };
  const { createFile, replaceFile, moveFile } = storage.capabilities;
  return {
    ...storage,
    capabilities: {
      ...storage.capabilities,
      ...(createFile && { createFile: lossy(createFile) }),
      ...(replaceFile && { replaceFile: lossy(replaceFile) }),
      ...(moveFile && { moveFile: lossy(moveFile) }),
    },
    writeFile: lossy(storage.writeFile),
    deleteFile: lossy(storage.deleteFile),
  };
}

describe.each(wraps)("over a base %s", (_, wrap) => {
  test("a failure at any step loses nothing, is described, and a second commit finishes", async () => {
    const total = await countWrites(wrap);
    for (let failing = 0; failing < total; failing++) {
      const { observed, overlay } = await createSample(wrap);
      const wanted = await filesOf(overlay);
      observed.onWrite = (index) => {
        if (index === failing) throw new Error("disk /srv/secret is full");
      };
      const error = await failureOf(overlay.commit());
      expect(error).toMatchObject({ code: "VFS_UNAVAILABLE" });
      expect(error.message).not.toContain("secret");
      const left = await overlay.changes();
      const applied = Number(/after (\d+) of 12 changes/.exec(error.message)?.[1]);
      expect(error.message).toContain(`the other ${12 - applied} are still in the overlay`);
      expect(left).toHaveLength(12 - applied);
      expect(left.some(({ path, from }) => path === error.path || from === error.path)).toBe(true);
      expect(await filesOf(overlay)).toEqual(wanted);
      // Every content of before and of after is still somewhere.
      const texts = [...(await filesOf(observed.storage)), ...(await filesOf(overlay))].map(([, text]) => text);
      expect(new Set(texts).size).toBeGreaterThanOrEqual(new Set(wanted.map(([, text]) => text)).size);

      observed.onWrite = undefined;
      await overlay.commit();
      expect(observed.writes).toHaveLength(total + 1);
      expect(await filesOf(observed.storage)).toEqual(wanted);
      expect(await overlay.changes()).toEqual([]);
    }
  });

  test("a write that happened although it failed counts as done, not as a conflict", async () => {
    const total = await countWrites(wrap);
    for (let failing = 0; failing < total; failing++) {
      const observed = observe(wrap(createMemoryStorage({ files: { a: "1", b: "2", c: "3" } })));
      const overlay = createOverlayStorage({ base: failAfter(observed, failing) });
      await write(overlay, "a", "replaced");
      await overlay.deleteFile("b");
      await overlay.capabilities.moveFile!("c", "moved");
      await write(overlay, "new", "added");
      const wanted = await filesOf(overlay);
      const outcome = await overlay.commit().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (outcome !== undefined) expect((outcome as Error).message).not.toContain("10.0.0.1");
      await overlay.commit();
      expect(await filesOf(observed.storage)).toEqual(wanted);
      expect(await overlay.changes()).toEqual([]);
    }
  });
});

test("a file that changes between the check and its write is a conflict where the base can tell", async () => {
  for (const path of ["a1", "new1", "moved1"]) {
    const { observed, overlay } = await createSample((base) => base);
    observed.onWrite = async (_, name, written) => {
      if (written !== path && !(name === "moveFile" && path === "moved1")) return;
      observed.onWrite = undefined;
      await write(observed.storage, path, "theirs");
    };
    const error = await failureOf(overlay.commit());
    expect(error).toMatchObject({ code: "VFS_VERSION_CONFLICT", path });
    expect(new Map(await filesOf(observed.storage)).get(path)).toBe("theirs");
  }
});

test("a failure keeps the code of its cause", async () => {
  const { observed, overlay } = await createSample(bare);
  observed.onWrite = (index) => {
    if (index === 3) throw new VfsError("VFS_FILE_TOO_LARGE", "at most 1 MiB");
  };
  const error = await failureOf(overlay.commit());
  expect(error).toMatchObject({ code: "VFS_FILE_TOO_LARGE" });
  expect(error.message).toContain("at most 1 MiB");
});

describe("thousands of files", () => {
  async function createLarge(count: number) {
    const observed = observe(createMemoryStorage());
    const overlay = createOverlayStorage({ base: observed.storage });
    for (let index = 0; index < count; index++) await write(overlay, `d/${index}`, `text ${index}`);
    return { observed, overlay };
  }

  test("fail in the middle, and a second commit finishes", async () => {
    const [count, failing] = [10_000, 4321];
    const { observed, overlay } = await createLarge(count);
    observed.onWrite = (index) => {
      if (index === failing) throw new Error("no");
    };
    const error = await failureOf(overlay.commit());
    expect(error.message).toContain(`after ${failing} of ${count} changes`);
    expect(await overlay.changes()).toHaveLength(count - failing);
    expect(await observed.storage.listFiles()).toHaveLength(failing);
    observed.onWrite = undefined;
    expect(await overlay.commit()).toHaveLength(count - failing);
    expect(observed.writes).toHaveLength(count + 1);
    expect(await observed.storage.listFiles()).toHaveLength(count);
    expect(await overlay.changes()).toEqual([]);
  });

  test("stop when a timer aborts the signal, and go on later", async () => {
    const count = 3_000;
    const { observed, overlay } = await createLarge(count);
    const controller = new AbortController();
    observed.onWrite = (index) => {
      if (index === 100) setTimeout(() => controller.abort("enough"), 0);
    };
    await expect(overlay.commit({ signal: controller.signal })).rejects.toBe("enough");
    const applied = observed.writes.length;
    expect(applied).toBeLessThan(count);
    expect(await overlay.changes()).toHaveLength(count - applied);
    await overlay.commit();
    expect(await observed.storage.listFiles()).toHaveLength(count);
  });
});
