import { expect, test } from "vitest";
import { createNodeStorageWith } from "../src/create-node-storage-with.js";
import { caseFoldingCalls } from "./support/case-folding-calls.js";
import { temporaryRoot } from "./support/temporary-root.js";
import { bytes, codeOf, paths, read, write } from "./support/text.js";

/** A disk where case and the form of accents do not count, simulated on one where they do. */
const simulates = process.platform === "linux";

function folding(files: Readonly<Record<string, string>>) {
  const root = temporaryRoot(files);
  return createNodeStorageWith({ calls: caseFoldingCalls(), platform: "sunos", now: Date.now }, { root });
}

test.runIf(simulates).each([
  ["another case", "a.txt", "A.TXT"],
  ["another case of one letter", "readme.md", "README.md"],
  ["another form of an accent", "caf\u00e9", "cafe\u0301"],
  ["another case of a directory", "dir/x", "Dir/x"],
])("a file in %s is never replaced", async (_name, stored, other) => {
  const storage = folding({ [stored]: "first", source: "second" });
  expect(await codeOf(storage.writeFile(other, bytes("second"), ""))).toBe("VFS_PATH_CONFLICT");
  expect(await codeOf(storage.capabilities.createFile!(other, bytes("second"), ""))).toBe("VFS_PATH_CONFLICT");
  const { moveFile } = storage.capabilities;
  expect(await codeOf(moveFile!("source", other, { overwrite: true }))).toBe("VFS_PATH_CONFLICT");
  expect(await paths(storage)).toEqual([stored, "source"].sort());
  expect(await read(storage, stored)).toBe("first");
  await write(storage, stored, "again");
  expect(await read(storage, stored)).toBe("again");
});

test.runIf(simulates)("a move to another case of itself renames and loses nothing", async () => {
  const storage = folding({ "readme.md": "text" });
  await storage.capabilities.moveFile!("readme.md", "README.md");
  expect(await paths(storage)).toEqual(["README.md"]);
  expect(await read(storage, "README.md")).toBe("text");
});

test.runIf(simulates)("a prefix in another case finds nothing", async () => {
  const storage = folding({ "dir/x": "" });
  expect(await paths(storage, "Dir/")).toEqual([]);
  expect(await paths(storage, "dir/")).toEqual(["dir/x"]);
});

test.runIf(simulates)("where case counts, both spellings are files", async () => {
  const root = temporaryRoot({ a: "lower" });
  const { systemCalls } = await import("../src/system-calls.js");
  const storage = createNodeStorageWith({ calls: systemCalls, platform: "linux", now: Date.now }, { root });
  await write(storage, "A", "upper");
  await storage.capabilities.moveFile!("A", "a", { overwrite: true });
  expect(await paths(storage)).toEqual(["a"]);
  expect(await read(storage, "a")).toBe("upper");
});
