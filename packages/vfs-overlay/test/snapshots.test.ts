import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createMemoryStorage } from "@x/vfs-memory";
import { createOverlayStorage, type OverlaySnapshot } from "@x/vfs-overlay";
import { expect, test } from "vitest";
import { failureOf, filesOf, textOf, write } from "./samples.js";

const files = { a: "1", b: "2" };

test("undoes and redoes step by step, and as often as wanted", async () => {
  const overlay = createOverlayStorage({ base: createMemoryStorage({ files }) });
  const steps = [
    () => write(overlay, "a", "one"),
    () => overlay.deleteFile("b"),
    () => overlay.capabilities.moveFile!("a", "z"),
    () => write(overlay, "a", "again"),
    () => overlay.discard(),
  ];
  const states: { snapshot: OverlaySnapshot; files: unknown; changes: unknown; listing: unknown }[] = [];
  const record = async () => {
    const snapshot = await overlay.snapshot();
    const [contents, changes, listing] = [await filesOf(overlay), await overlay.changes(), await overlay.listFiles()];
    states.push({ snapshot, files: contents, changes, listing });
  };
  await record();
  for (const step of steps) {
    await step();
    await record();
  }
  for (const { snapshot, ...state } of [...states.toReversed(), ...states]) {
    await overlay.restore(snapshot);
    expect(await filesOf(overlay)).toEqual(state.files);
    expect(await overlay.changes()).toEqual(state.changes);
    expect(await overlay.listFiles()).toEqual(state.listing);
  }
});

test("what is restored can be committed", async () => {
  const base = createMemoryStorage({ files });
  const overlay = createOverlayStorage({ base });
  await write(overlay, "a", "one");
  const snapshot = await overlay.snapshot();
  await write(overlay, "a", "two");
  await write(overlay, "c", "three");
  await overlay.restore(snapshot);
  await overlay.commit();
  expect(await filesOf(base)).toEqual([
    ["a", "one"],
    ["b", "2"],
  ]);
});

test("a snapshot from before a commit is refused, one from after it is not", async () => {
  const overlay = createOverlayStorage({ base: createMemoryStorage({ files }) });
  const before = await overlay.snapshot();
  await overlay.commit();
  await overlay.restore(before);
  await write(overlay, "a", "one");
  await overlay.commit();
  const after = await overlay.snapshot();
  await write(overlay, "a", "two");
  expect(await failureOf(overlay.restore(before))).toMatchObject({ code: "VFS_VERSION_CONFLICT" });
  expect(await textOf(overlay, "a")).toBe("two");
  await overlay.restore(after);
  expect(await textOf(overlay, "a")).toBe("one");
});

test("anything but a snapshot of this overlay is a mistake of the program", async () => {
  const base = createMemoryStorage();
  const [overlay, other] = [createOverlayStorage({ base }), createOverlayStorage({ base })];
  for (const wrong of [await other.snapshot(), {}, undefined, "x"]) {
    await expect(overlay.restore(wrong as OverlaySnapshot)).rejects.toThrow(TypeError);
  }
});

test("the layer keeps a content while a snapshot has it, and no longer", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const layer = createMemoryStorage();
  const overlay = createOverlayStorage({ base: createMemoryStorage(), layer });
  const takeAndLeave = async () => {
    await write(overlay, "a", "1");
    const snapshot = await overlay.snapshot();
    await write(overlay, "a", "2");
    expect(await layer.listFiles()).toHaveLength(2);
    await overlay.restore(snapshot);
    expect(await layer.listFiles()).toHaveLength(1);
    await write(overlay, "a", "3");
    expect(await layer.listFiles()).toHaveLength(2);
  };
  await takeAndLeave();
  for (let turn = 0; turn < 200 && (await layer.listFiles()).length > 1; turn++) {
    collectGarbage();
    await setImmediate();
  }
  expect(await layer.listFiles()).toHaveLength(1);
  expect(await textOf(overlay, "a")).toBe("3");
});
