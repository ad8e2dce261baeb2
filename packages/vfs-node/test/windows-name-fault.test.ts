import { describe, expect, test } from "vitest";
import { createNodeStorageWith } from "../src/create-node-storage-with.js";
import { systemCalls } from "../src/system-calls.js";
import { windowsNameFault } from "../src/windows-name-fault.js";
import { temporaryRoot } from "./support/temporary-root.js";
import { bytes, codeOf } from "./support/text.js";

const folded = ["a:b", "C:", "a.txt:stream", "a.", "a ", "a. .", "NUL", "nul.txt", "Con", "con .txt", "aux.tar.gz"];
const devices = ["COM1", "com9.log", "COM\u00b9", "lpt0", "LPT3.x", "PRN", "conin$", "CONOUT$"];
const forbidden = ["a?", "a*", "a<b", "a>b", "a|b", 'a"b', "a\x01", "a\x1f"];
const names = ["a", ".gitignore", "nullable", "com", "com10", "console", "lpt", "a.b.c", "auxiliary.txt", "xCON", "~1"];

describe("windowsNameFault", () => {
  test.each([...folded, ...devices, ...forbidden])("%j breaks a rule", (name) => {
    expect(windowsNameFault(name)).toBeTypeOf("string");
  });

  test.each(names)("%j is a name", (name) => {
    expect(windowsNameFault(name)).toBeUndefined();
  });
});

test("the rules hold in every segment, on Windows alone", async () => {
  const root = temporaryRoot();
  const open = (platform: NodeJS.Platform) =>
    createNodeStorageWith({ calls: systemCalls, platform, now: Date.now }, { root });
  for (const path of ["C:x", "a./b", "a/NUL", "nul/b"]) {
    expect(await codeOf(open("win32").writeFile(path, bytes(""), ""))).toBe("VFS_PATH_INVALID");
  }
  expect(await codeOf(open("linux").readFile("C:x"))).toBe("VFS_FILE_NOT_FOUND");
});
