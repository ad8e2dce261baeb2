import type { Storage } from "@x/vfs";
import { createMountStorage } from "@x/vfs-mount";
import { expect, test } from "vitest";
import { memoryOf } from "./text-files.js";

/** A store that lists this many files at once. */
function crowded(count: number): Storage {
  const paths = Array.from({ length: count }, (_, index) => `f${String(index).padStart(6, "0")}`);
  return {
    ...memoryOf(""),
    capabilities: { search: { query: async () => paths, syntax: "" } },
    listFiles: async () => paths.map((path) => ({ path, contentType: "text/plain", size: 0 })),
  };
}

test("many files are listed and found in order", async () => {
  const storage = createMountStorage({
    "": crowded(20_000),
    f: crowded(20_000),
    "f/f010000x": crowded(3),
    z: crowded(3),
  });
  const listed = (await storage.listFiles()).map(({ path }) => path);
  expect(listed).toHaveLength(40_006);
  expect(listed).toEqual([...listed].sort());
  expect(await storage.capabilities.search!.query("")).toEqual(listed);
});

test("listing and finding many lets other work run, and stops when the signal aborts", async () => {
  const storage = createMountStorage({ docs: crowded(20_000) });
  for (const call of [
    (signal: AbortSignal) => storage.listFiles({ signal }),
    (signal: AbortSignal) => storage.capabilities.search!.query("", { signal }),
  ]) {
    const controller = new AbortController();
    setImmediate(() => controller.abort("stop"));
    await expect(call(controller.signal)).rejects.toBe("stop");
  }
});
