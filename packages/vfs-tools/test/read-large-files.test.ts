import { type Storage, type StorageCapabilities, VfsError } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { describe, expect, test } from "vitest";
import { maximumWholeBytes } from "../src/byte-source.js";
import { readFileTool } from "../src/tools/read-file.js";
import { codeOf, toolsOver } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";
import { contextOver, runHandler } from "./support/run-handler.js";

const gibibyte = 1024 ** 3;
const lineBytes = 256;
const blockBytes = 1024 * 1024;

interface LargeFile {
  readonly storage: Storage;
  readonly reads: { calls: number; bytes: number };
}

/** A log of lines of 256 bytes which never exists as a whole: every line tells its own number. */
function largeLog(size: number): LargeFile {
  const reads = { calls: 0, bytes: 0 };
  const metadata = { path: "big.log", contentType: "text/plain", size };
  const refuse = () => {
    throw new VfsError("VFS_UNAVAILABLE", "a file of this size must not be read whole");
  };
  const readRange: StorageCapabilities["readRange"] = async (_, start, length) => {
    const content = Buffer.alloc(Math.min(length, Math.max(0, size - start)), "-");
    reads.calls++;
    reads.bytes += content.length;
    for (let line = Math.ceil((start + 1) / lineBytes); (line - 1) * lineBytes - start < content.length; line++) {
      const from = (line - 1) * lineBytes - start;
      content.write(String(line), from, "latin1");
      if (from + lineBytes <= content.length) content[from + lineBytes - 1] = 0x0a;
    }
    return { content, metadata };
  };
  const storage = { ...plainStorage({}, { readRange, stat: async () => metadata }), readFile: async () => refuse() };
  return { storage, reads };
}

describe("a file of 4 GiB", () => {
  test("is read no further than the window needs, and says nothing of its lines", async () => {
    const { storage, reads } = largeLog(4 * gibibyte);
    const { content } = await toolsOver(storage)("read_file", { path: "big.log", limit: 3 });
    expect(content).toMatchObject({ size: 4 * gibibyte, offset: 1, truncated: true });
    expect(content).not.toHaveProperty("total_lines");
    expect(
      String(content.content)
        .split("\n")
        .map((row) => row.slice(0, 6)),
    ).toEqual(["1\t1---", "2\t2---", "3\t3---"]);
    expect(reads.bytes).toBeLessThanOrEqual(2 * blockBytes);
  });

  test("a window far inside costs the way there, in pieces", async () => {
    const { storage, reads } = largeLog(4 * gibibyte);
    const line = (100 * blockBytes) / lineBytes;
    const { content } = await toolsOver(storage)("read_file", { path: "big.log", offset: line, limit: 1 });
    expect(content.content).toMatch(new RegExp(`^${line}\t${line}-+$`));
    expect(reads.bytes).toBeLessThanOrEqual(103 * blockBytes);
  });

  test("an argument below 1 is refused without counting", async () => {
    const { storage, reads } = largeLog(4 * gibibyte);
    const outcome = await toolsOver(storage)("read_file", { path: "big.log", offset: 0 });
    expect(outcome.text).toContain(`${4 * gibibyte} bytes`);
    expect(reads.calls).toBeLessThanOrEqual(2);
  });

  test("a long scan gives way to other work and stops when its signal aborts", async () => {
    const { storage, reads } = largeLog(4 * gibibyte);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), 30);
    const outcome = await toolsOver(storage)("read_file", { path: "big.log", offset: 1e9 }, { signal: abort.signal });
    clearTimeout(timer);
    expect(codeOf(outcome)).toBe("TOOL_ABORTED");
    expect(reads.bytes).toBeLessThan(gibibyte);
  });
});

describe("a file over 32 MiB", () => {
  const size = 33 * blockBytes;

  test("tells its lines once the end was seen", async () => {
    const lines = size / lineBytes;
    const call = toolsOver(largeLog(size).storage);
    const end = await call("read_file", { path: "big.log", offset: lines - 1 });
    expect(end.content).toMatchObject({ total_lines: lines, truncated: false });
    const past = await call("read_file", { path: "big.log", offset: lines + 1 });
    expect(past.text).toContain(`${lines} lines`);
  });

  test("one of 32 MiB is counted whole", async () => {
    const { content } = await toolsOver(largeLog(32 * blockBytes).storage)("read_file", { path: "big.log", limit: 1 });
    expect(content).toMatchObject({ total_lines: (32 * blockBytes) / lineBytes, truncated: true });
  });
});

test("memory stays within a few MiB while 256 MiB are read", async () => {
  const { storage } = largeLog(256 * blockBytes);
  const call = toolsOver(storage);
  const before = process.memoryUsage().arrayBuffers;
  let highest = 0;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().arrayBuffers);
  }, 1);
  const outcome = await call("read_file", { path: "big.log", offset: (256 * blockBytes) / lineBytes });
  clearInterval(timer);
  expect(outcome.isError).toBe(false);
  // What was dropped is collected at the engine's leisure, so the bound leaves room for that.
  expect(highest - before).toBeLessThan(128 * blockBytes);
});

test("100 MB in the memory store are read by their bytes", async () => {
  const call = toolsOver(createMemoryStorage({ files: { big: Buffer.alloc(100_000_000, `${"x".repeat(99)}\n`) } }));
  const { content } = await call("read_file", { path: "big", offset: 999_999, limit: 2 });
  expect(content).toMatchObject({ offset: 999_999, total_lines: 1_000_000, truncated: false });
});

describe("a store without readRange", () => {
  test("is asked for the size first, and a file too large to hold is refused unread", async () => {
    let isRead = false;
    const stat = async (path: string) => ({ path, contentType: "text/plain", size: maximumWholeBytes + 1 });
    const storage: Storage = {
      ...plainStorage({}, { stat }),
      readFile: async (path) => {
        isRead = true;
        return { content: new Uint8Array(), metadata: await stat(path) };
      },
    };
    const outcome = await toolsOver(storage)("read_file", { path: "a" });
    expect(codeOf(outcome)).toBe("VFS_FILE_TOO_LARGE");
    expect(outcome.text).toContain(String(maximumWholeBytes + 1));
    expect(isRead).toBe(false);
  });

  test("reads a file of several pieces", async () => {
    const line = "漢字\n";
    const call = toolsOver(plainStorage({ a: line.repeat(400_000) }));
    const { content } = await call("read_file", { path: "a", offset: 400_000 });
    expect(content).toMatchObject({ content: "400000\t漢字", total_lines: 400_000, truncated: false });
  });
});

describe("a file that changes between two pieces", () => {
  const sizes = { pieceBytes: 8, fullScanBytes: 1_000 };

  /** A store whose file is the next of these each time that its first piece is read again after a change. */
  function changing(contentAt: (call: number) => string, withVersion: boolean): Storage {
    let call = 0;
    return plainStorage(
      {},
      {
        readRange: async (path, start, length) => {
          const text = contentAt(call++);
          const version = withVersion ? { version: text } : {};
          const metadata = { path, contentType: "text/plain", size: text.length, ...version };
          return { content: Buffer.from(text).subarray(start, start + length), metadata };
        },
      },
    );
  }
  const read = async (storage: Storage) => {
    const { content } = await runHandler(readFileTool(contextOver(storage), sizes), { path: "a" });
    return (content as { content: string }).content;
  };

  test("is read again from its start, so that no two states mix", async () => {
    const storage = changing((call) => (call < 2 ? "old-old\nold-old\n" : "new-new\nnew-new\n"), true);
    expect(await read(storage)).toBe("1\tnew-new\n2\tnew-new");
  });

  test("one that only grows is read up to the size that it had", async () => {
    const storage = changing((call) => "line-xx\n".repeat(3 + call), false);
    expect(await read(storage)).toMatch(/^1\tline-xx\n2\tline-xx\n3\tline-xx/);
  });

  test("one that shrinks each time is an error, not a loop", async () => {
    const storage = changing((call) => (call % 2 === 0 ? "line-xx\n".repeat(3) : "x"), false);
    await expect(read(storage)).rejects.toMatchObject({ code: "VFS_UNAVAILABLE" });
  });
});
