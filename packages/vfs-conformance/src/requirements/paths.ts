import {
  abortedSignal,
  bytesOf,
  capability,
  expectContent,
  expectRejection,
  expectSamePaths,
  listedPaths,
} from "../expectations.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

/** One path or more for each rule of `validatePath`. */
const invalidPaths: readonly (readonly [rule: string, path: unknown])[] = [
  ["an empty path", ""],
  ["513 bytes", "p".repeat(513)],
  ["257 characters of 514 bytes", "é".repeat(257)],
  ["a NUL", "a\0b"],
  ["a leading slash", "/a"],
  ["a trailing slash", "a/"],
  ["an empty segment", "a//b"],
  ["the segment .", "."],
  ["the segment ..", ".."],
  ["a . segment in front", "./a"],
  ["a . segment inside", "a/./b"],
  ["a .. segment in front", "../a"],
  ["a .. segment inside", "a/../b"],
  ["a .. segment at the end", "a/.."],
  ["a backslash", "a\\b"],
  ["an unpaired high surrogate", "a\ud800"],
  ["an unpaired low surrogate", "\udc00b"],
  ["undefined", undefined],
  ["null", null],
  ["a number", 42],
  ["an array", ["a"]],
  ["an object that turns into a path", { toString: () => "a" }],
];

async function refusesEveryInvalidPath(method: string, call: (path: string) => Promise<unknown>): Promise<void> {
  for (const [rule, path] of invalidPaths) {
    await expectRejection(() => call(path as string), "VFS_PATH_INVALID", `${method} of ${rule}`);
  }
}

/** Iterates to the end, and gives the number of steps. */
async function drain(items: AsyncIterable<unknown>): Promise<number> {
  const iterator = items[Symbol.asyncIterator]();
  let steps = 0;
  while ((await iterator.next()).done !== true) steps++;
  return steps;
}

const content = bytesOf("content");
const rule = (method: string) => `${method} refuses every path that validatePath refuses, with VFS_PATH_INVALID.`;

export const pathRequirements: readonly StorageRequirement[] = [
  must(
    "paths/read-file",
    rule("readFile"),
    ({ storage }) => refusesEveryInvalidPath("readFile", (path) => storage.readFile(path)),
    { onReadOnly: true },
  ),
  must(
    "paths/write-file",
    rule("writeFile"),
    ({ storage }) => refusesEveryInvalidPath("writeFile", (path) => storage.writeFile(path, content, "text/plain")),
    { onReadOnly: true },
  ),
  must(
    "paths/delete-file",
    rule("deleteFile"),
    ({ storage }) => refusesEveryInvalidPath("deleteFile", (path) => storage.deleteFile(path)),
    { onReadOnly: true },
  ),
  must(
    "paths/stat",
    rule("stat"),
    ({ storage }) => refusesEveryInvalidPath("stat", (path) => capability(storage, "stat")(path)),
    { needs: ["stat"], onReadOnly: true },
  ),
  must(
    "paths/create-file",
    rule("createFile"),
    ({ storage }) =>
      refusesEveryInvalidPath("createFile", (path) => capability(storage, "createFile")(path, content, "text/plain")),
    { needs: ["createFile"] },
  ),
  must(
    "paths/replace-file",
    rule("replaceFile"),
    ({ storage }) =>
      refusesEveryInvalidPath("replaceFile", (path) =>
        capability(storage, "replaceFile")(path, content, "text/plain", "1"),
      ),
    { needs: ["replaceFile"] },
  ),
  must(
    "paths/move-file",
    "moveFile refuses every source and every destination that validatePath refuses, with VFS_PATH_INVALID, whether or not the source exists.",
    async ({ storage }) => {
      const move = capability(storage, "moveFile");
      await storage.writeFile("there.txt", content, "text/plain");
      await refusesEveryInvalidPath("moveFile from", (path) => move(path, "moved.txt"));
      await refusesEveryInvalidPath("moveFile to", (path) => move("there.txt", path));
      await refusesEveryInvalidPath("moveFile of a missing file to", (path) => move("missing.txt", path));
    },
    { needs: ["moveFile"] },
  ),
  must(
    "paths/read-files",
    "readFiles fails with VFS_PATH_INVALID on a path that validatePath refuses.",
    ({ storage }) => refusesEveryInvalidPath("readFiles", (path) => drain(capability(storage, "readFiles")([path]))),
    { needs: ["readFiles"], onReadOnly: true },
  ),
  must(
    "paths/read-range",
    rule("readRange"),
    ({ storage }) => refusesEveryInvalidPath("readRange", (path) => capability(storage, "readRange")(path, 0, 1)),
    { needs: ["readRange"], onReadOnly: true },
  ),
  must(
    "paths/first",
    "The path is checked before anything else is looked at: the signal, the content, the other arguments.",
    async ({ storage }) => {
      const { signal } = abortedSignal();
      const { stat, readRange } = storage.capabilities;
      const calls: Record<string, () => Promise<unknown>> = {
        readFile: () => storage.readFile("../x", { signal }),
        writeFile: () => storage.writeFile("../x", content, "text/plain", { signal }),
        "writeFile without content": () => storage.writeFile("../x", undefined as never, undefined as never),
        deleteFile: () => storage.deleteFile("../x", { signal }),
        ...(stat && { stat: () => stat("../x", { signal }) }),
        ...(readRange && { readRange: () => readRange("../x", -1, 0.5, { signal }) }),
      };
      for (const [name, call] of Object.entries(calls)) await expectRejection(call, "VFS_PATH_INVALID", name);
    },
    { onReadOnly: true },
  ),
  must(
    "paths/everything-else-is-a-name",
    "What no rule forbids is a name: a..b.txt, [...slug].ts, ~x, %2e%2e, #y and the like are files, listed as they were written.",
    async ({ storage }) => {
      const names = [
        "a..b.txt",
        "[...slug].ts",
        "~x",
        "%2e%2e",
        "#y",
        ".hidden",
        "v1..2/x",
        "with space",
        "-f",
        "$HOME",
        "a'b;c",
        "%00",
        "日本語",
        "😀",
      ];
      // Windows has fewer names; its disk store refuses the others, as it has to.
      if (process.platform !== "win32")
        names.push("...", "C:x", "trailing.", "trailing ", "nul", "a*b?", "line\nbreak", 'q"<>|');
      for (const name of names) await storage.writeFile(name, bytesOf(name), "text/plain");
      for (const name of names) await expectContent(storage, name, name);
      expectSamePaths(await listedPaths(storage), names);
    },
  ),
  must("paths/longest", "A path of 512 bytes of UTF-8 is a name.", async ({ storage }) => {
    // No segment is longer than the 255 bytes that disks allow.
    const longest = `${"é".repeat(100)}/${"l".repeat(200)}/${"x".repeat(110)}`;
    await storage.writeFile(longest, content, "text/plain");
    await expectContent(storage, longest, content);
  }),
  must("paths/deepest", "A path of 256 segments, the most that 512 bytes hold, is a name.", async ({ storage }) => {
    const deepest = `${"d/".repeat(255)}f`;
    await storage.writeFile(deepest, content, "text/plain");
    await expectContent(storage, deepest, content);
    expectSamePaths(await listedPaths(storage), [deepest]);
  }),
];
