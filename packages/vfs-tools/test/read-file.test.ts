import { encodeToolResult } from "@x/tools";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFileTool } from "../src/tools/read-file.js";
import { codeOf, toolsOver } from "./support/call-tool.js";
import { plainStorage } from "./support/plain-storage.js";
import { linesOf, type ReadPart, readOn } from "./support/read-on.js";
import { contextOver, runHandler } from "./support/run-handler.js";
import { type Files, storages } from "./support/storages.js";

const bytes = (...values: number[]) => Uint8Array.from(values);
const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1A\n", "latin1"), Buffer.alloc(100)]);

describe.each(storages)("read_file on $name", ({ create }) => {
  const over = async (files: Files) => toolsOver(await create(files));

  test.each<[string, string | Uint8Array, object, object]>([
    ["a text", "a\nb\n", {}, { content: "1\ta\n2\tb", total_lines: 2, size: 4 }],
    ["no newline at the end", "a\nb", {}, { content: "1\ta\n2\tb", total_lines: 2 }],
    ["an empty file", "", {}, { content: "", total_lines: 0, size: 0, offset: 1, truncated: false }],
    ["only a newline", "\n", {}, { content: "1\t", total_lines: 1 }],
    ["only a mark", "\uFEFF", {}, { content: "", total_lines: 0, size: 3, encoding: "utf-8-bom" }],
    [
      "a window",
      "a\nb\nc\nd\n",
      { offset: 2, limit: 2 },
      { content: "2\tb\n3\tc", offset: 2, total_lines: 4, truncated: true },
    ],
    ["the last lines", "a\nb\nc\n", { offset: 2, limit: 9 }, { content: "2\tb\n3\tc", truncated: false }],
    ["a limit past the maximum", "a\n", { limit: 1e15 }, { content: "1\ta", truncated: false }],
    ["null for what is left out", "a\n", { offset: null, limit: null, column: null }, { content: "1\ta", offset: 1 }],
    ["a column", "abcdef\nx\n", { column: 4 }, { content: "1\tdef\n2\tx", truncated: false }],
    ["the last column", "abc", { column: 3 }, { content: "1\tc" }],
    ["CRLF", "a\r\nb\r\n", {}, { content: "1\ta\n2\tb", line_endings: "crlf" }],
    ["both line ends", "a\r\nb\n", {}, { content: "1\ta\n2\tb", line_endings: "mixed" }],
    ["a lone CR", "a\rb\n\r", {}, { content: "1\ta\rb\n2\t\r", total_lines: 2 }],
    ["a CR before CRLF", "a\r\r\n", {}, { content: "1\ta\r", line_endings: "crlf" }],
    ["a mark", "\uFEFFhi\n", {}, { content: "1\thi", encoding: "utf-8-bom" }],
    ["Latin-1", bytes(0x63, 0xe9, 0x0a), {}, { content: "1\tc\uFFFD", encoding: "invalid-utf-8" }],
    [
      "UTF-16",
      bytes(0xff, 0xfe, 0x68, 0, 0x0d, 0, 0x0a, 0),
      {},
      { content: "1\th", encoding: "utf-16le", line_endings: "crlf", size: 8 },
    ],
    ["UTF-16, the other end first", bytes(0xfe, 0xff, 0, 0x68), {}, { content: "1\th", encoding: "utf-16be" }],
    ["a NUL far behind", `${"x".repeat(9_000)}\n\0\n`, { offset: 2 }, { content: "2\t\0" }],
  ])("%s", async (_, content, args, expected) => {
    const call = await over({ "a.txt": content });
    const outcome = await call("read_file", { path: "a.txt", ...args });
    expect(outcome.content).toMatchObject(expected);
  });

  test("gives nothing but what is worth telling", async () => {
    const outcome = await (await over({ "a.md": "# a\n" }))("read_file", { path: "a.md" });
    expect(outcome.content).toEqual({
      content: "1\t# a",
      content_type: "text/markdown",
      size: 4,
      offset: 1,
      total_lines: 1,
      truncated: false,
    });
    expect(outcome.result?.display).toBe("read a.md: lines 1 to 1");
  });

  test.each<[string, object, RegExp]>([
    ["three lines\n2\n3", { offset: 4 }, /"offset" is 4.*3 lines/],
    ["three lines\n2\n3", { offset: 0 }, /"offset" must be at least 1.*3 lines/],
    ["three lines\n2\n3", { limit: 0 }, /"limit" must be at least 1.*3 lines/],
    ["three lines\n2\n3", { limit: -5 }, /"limit" must be at least 1.*3 lines/],
    ["one", { offset: 2 }, /1 line$/],
    ["", { offset: 2 }, /0 lines/],
    ["", { column: 2 }, /"column" is 2.*0 lines/],
    ["ab\ncdef\n", { offset: 2, column: 5 }, /"column" is 5.*line 2 has 4 bytes/],
    ["ab\ncdef", { offset: 2, column: 5 }, /line 2 has 4 bytes/],
    ["ab\n\n", { offset: 2, column: 2 }, /line 2 has 0 bytes/],
    ["ab\r\n", { column: 3 }, /line 1 has 2 bytes/],
    ["a\n", { offset: 2, column: 2 }, /"offset" is 2.*1 line/],
    ["ab", { column: 0 }, /"column" must be at least 1/],
    ["ab", { offset: 1e15 }, /1 line/],
  ])("%j with %j is an argument error that says what there is", async (content, args, message) => {
    const outcome = await (await over({ a: content }))("read_file", { path: "a", ...args });
    expect(codeOf(outcome)).toBe("TOOL_INVALID_ARGUMENTS");
    expect(outcome.text).toMatch(message);
  });

  test("a missing file keeps the code of the store", async () => {
    expect(codeOf(await (await over({}))("read_file", { path: "a" }))).toBe("VFS_FILE_NOT_FOUND");
  });

  test.each<[string, Uint8Array]>([
    ["image/png", png],
    ["image/jpeg", bytes(0xff, 0xd8, 0xff, 0xe0, 0, 16)],
    ["image/gif", Buffer.from("GIF89a\x01\x00", "latin1")],
    ["image/gif", Buffer.from("GIF87a\x01\x00", "latin1")],
    ["image/webp", Buffer.from("RIFF\x04\x00\x00\x00WEBPVP8 ", "latin1")],
    ["application/pdf", Buffer.from("%PDF-1.7\n%%EOF\n")],
  ])("%s comes as an attachment, whatever its name", async (mediaType, content) => {
    const outcome = await (await over({ "picture.txt": content }))("read_file", { path: "picture.txt" });
    expect(outcome.content).toMatchObject({ content_type: mediaType, size: content.length, truncated: false });
    const [attachment] = outcome.result?.attachments ?? [];
    expect(attachment?.mediaType).toBe(mediaType);
    expect(Buffer.from(attachment!.data).equals(content)).toBe(true);
  });

  test.each<[string, Uint8Array, number, boolean]>([
    ["an image", png, 5 * 1024 * 1024, true],
    ["an image", png, 5 * 1024 * 1024 + 1, false],
    ["a document", Buffer.from("%PDF-1.7\n"), 10 * 1024 * 1024, true],
    ["a document", Buffer.from("%PDF-1.7\n"), 10 * 1024 * 1024 + 1, false],
  ])("%s of %#: %i bytes can be attached: %s", async (_, head, size, attached) => {
    const call = await over({ a: Buffer.concat([head, Buffer.alloc(size - head.length)]) });
    const outcome = await call("read_file", { path: "a" });
    expect(codeOf(outcome)).toBe(attached ? undefined : "VFS_NOT_TEXT");
    expect(outcome.text).toContain(String(size));
  });

  test("any other binary file is an error with its content type and its size", async () => {
    const outcome = await (await over({ "a.zip": bytes(0x50, 0x4b, 3, 4, 0) }))("read_file", { path: "a.zip" });
    expect(codeOf(outcome)).toBe("VFS_NOT_TEXT");
    expect(outcome.text).toMatch(/application\/zip, 5 bytes/);
  });

  test("R1: one line of 200,000 characters is rebuilt by reading on as the notices say", async () => {
    for (const line of ["x".repeat(200_000), "漢".repeat(200_000), '"\\'.repeat(100_000)]) {
      const call = await over({ a: `${line}\nlast` });
      const { lines, notices } = await readOn(async (offset, column) => {
        const outcome = await call("read_file", { path: "a", offset, column });
        expect(encodeToolResult(outcome.result!)).toMatchObject({ truncated: false });
        return outcome.content as unknown as ReadPart;
      });
      expect(lines).toEqual([line, "last"]);
      expect(new Set(notices).size).toBe(notices.length);
      expect(notices[0]).toMatch(/^\[line 1 is cut here; read on with offset 1 and column \d+\]$/);
    }
  });

  test("R2: an offset or a limit that the file cannot have is an error that says that five lines exist", async () => {
    const call = await over({ a: "1\n2\n3\n4\n5\n" });
    for (const args of [{ offset: 100 }, { offset: 0 }, { offset: -1 }, { limit: 0 }]) {
      const outcome = await call("read_file", { path: "a", ...args });
      expect(outcome.isError).toBe(true);
      expect(outcome.text).toContain("5 lines");
    }
  });

  test("R3: a character that straddles byte 8,192 stays whole", async () => {
    for (const pad of ["", "a", "ab"]) {
      const text = `${pad}${"漢字".repeat(2_000)}\n`;
      const outcome = await (await over({ a: text }))("read_file", { path: "a" });
      expect(outcome.content).toMatchObject({ content: `1\t${text.trimEnd()}`, size: Buffer.byteLength(text) });
      expect(outcome.content).not.toHaveProperty("encoding");
    }
  });

  test("R4: the bytes say what is text, not the name", async () => {
    const call = await over({ "x.dat": "plain ASCII\n", "x.txt": "\0plain\n" });
    expect((await call("read_file", { path: "x.dat" })).content).toMatchObject({ content: "1\tplain ASCII" });
    const binary = await call("read_file", { path: "x.txt" });
    expect(codeOf(binary)).toBe("VFS_NOT_TEXT");
    expect(binary.text).toContain("7 bytes");
  });
});

describe("the window of read_file", () => {
  const call = (content: string | Uint8Array) => toolsOver(plainStorage({ a: content }));

  test("ends at 2,000 lines", async () => {
    const outcome = await call("x\n".repeat(2_001))("read_file", { path: "a", limit: 5_000 });
    expect(outcome.content).toMatchObject({ total_lines: 2_001, truncated: true });
    expect(String(outcome.content.content).split("\n")).toHaveLength(2_000);
    expect((await call("x\n".repeat(2_000))("read_file", { path: "a" })).content).toMatchObject({ truncated: false });
  });

  test("ends in front of the line that would pass 40 KiB as JSON, escapes counted", async () => {
    const line = '"\t\u0001'.repeat(100);
    const { content } = await call(`${line}\n`.repeat(200))("read_file", { path: "a" });
    expect(content).toMatchObject({ truncated: true, total_lines: 200 });
    const used = Buffer.byteLength(JSON.stringify(content.content));
    const oneLine = Buffer.byteLength(JSON.stringify(`40\t${line}\n`)) - 2;
    expect(used).toBeLessThanOrEqual(40 * 1024);
    expect(used + oneLine).toBeGreaterThan(40 * 1024);
  });

  test("a long line that does not stand first waits for its own window", async () => {
    const { content } = await call(`short\n${"x".repeat(50_000)}\n`)("read_file", { path: "a" });
    expect(content).toMatchObject({ content: "1\tshort", truncated: true, total_lines: 2 });
  });

  test("whatever the file, reading on rebuilds it and every result fits", async () => {
    const part = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\n", "\r\n", "\r", "\0"),
      fc
        .tuple(fc.constantFrom("a", "😀", "\u0001", "\\", "\n", "\r\n", "é\n"), fc.nat(20_000))
        .map(([one, times]) => one.repeat(times)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 8 }),
        fc.integer({ min: 4, max: 100_000 }),
        async (parts, pieceBytes) => {
          const text = `text${parts.join("")}`;
          fc.pre(!text.slice(0, 8_192).includes("\0"));
          const tool = readFileTool(contextOver(plainStorage({ a: text })), { pieceBytes, fullScanBytes: 50_000_000 });
          const { lines } = await readOn(async (offset, column) => {
            const result = await runHandler(tool, { path: "a", offset, column });
            const { text: encoded, truncated } = encodeToolResult(result);
            expect(truncated).toBe(false);
            expect(encoded.isWellFormed()).toBe(true);
            return result.content as ReadPart;
          });
          expect(lines).toEqual(linesOf(text));
        },
      ),
      { numRuns: 25 },
    );
  });
});
