import { checkStorage, type StorageUnderTest } from "@x/vfs-conformance";
import { createMemoryStorage } from "@x/vfs-memory";
import { expect, test } from "vitest";

/** A store that loses what was at the source when a file is moved over another. */
const losing: StorageUnderTest = {
  name: "losing",
  create() {
    const storage = createMemoryStorage();
    const moveFile: typeof storage.capabilities.moveFile = async (source, destination, options) => {
      if (options?.overwrite === true) await storage.deleteFile(destination).catch(() => undefined);
      await storage.capabilities.moveFile!(source, destination, options);
    };
    return { storage: { ...storage, capabilities: { ...storage.capabilities, moveFile } } };
  },
};

async function modelReason(seed?: number): Promise<string> {
  const { results } = await checkStorage(losing, { only: ["model"], ...(seed !== undefined && { seed }) });
  return results[0]?.reason ?? "";
}

test("a fault is shrunk to a short script", async () => {
  const script =
    /^Done: (.*); and then everything was listed and read$/m.exec(await modelReason(3))?.[1]?.split("; ") ?? [];
  expect(script.length).toBeGreaterThan(0);
  expect(script.length).toBeLessThanOrEqual(3);
  expect(script).toContainEqual(expect.stringMatching(/^moveFile\("[^"]+", "[^"]+", \{ overwrite: true \}\)$/));
});

test("the seed is told, and repeats the run", async () => {
  const reason = await modelReason();
  const seed = Number(/Seed: (-?\d+) repeats it/.exec(reason)?.[1]);
  expect(await modelReason(seed)).toBe(reason);
});

test("a slow store gets as many sequences as fit into the time", async () => {
  const slow = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));
  const create = () => {
    const fresh = createMemoryStorage();
    return { storage: { ...fresh, listFiles: (options?: object) => slow().then(() => fresh.listFiles(options)) } };
  };
  const { results } = await checkStorage({ name: "slow", create }, { only: ["model"], seed: 1, timeLimitMs: 500 });
  expect(results[0]?.outcome).toBe("pass");
});
