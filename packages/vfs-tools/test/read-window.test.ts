import type { FileMetadata } from "@x/vfs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ByteSource } from "../src/byte-source.js";
import { readWindow } from "../src/read-window.js";
import { decodeText, detectEncoding } from "../src/text-encoding.js";
import { linesOf, readOn } from "./support/read-on.js";

const signal = new AbortController().signal;

function sourceOf(bytes: Uint8Array): ByteSource {
  const metadata: FileMetadata = { path: "a", contentType: "text/plain", size: bytes.length };
  return { metadata, read: async (start, length) => bytes.subarray(start, start + length) };
}

/** Text as it goes wrong: every kind of line end, long lines, what JSON escapes, characters of every length. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom(
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "\r\r\n",
        '"',
        "\\",
        "\t",
        "\u0000",
        "\u0007",
        "\u2028",
        "\uFEFF",
        "\uFFFD",
      ),
      fc
        .tuple(fc.constantFrom("a", "é", "漢", "😀", "\u0001", '"'), fc.nat(300))
        .map(([one, times]) => one.repeat(times)),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(""));

const invalidBytes = fc
  .array(
    fc.oneof(
      text.map((one) => Buffer.from(one)),
      fc.uint8Array({ maxLength: 6 }).map((one) => Buffer.from(one)),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => Buffer.concat(parts));

const bytesOfAnyKind = fc.oneof(
  text.map((one) => Buffer.from(one)),
  text.map((one) => Buffer.from(`\uFEFF${one}`)),
  text.map((one) => Buffer.from(`\uFEFF${one}`, "utf16le")),
  text.map((one) => Buffer.from(`\uFEFF${one}`, "utf16le").swap16()),
  invalidBytes,
  fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.concat([Buffer.from([0xff, 0xfe]), one])),
  fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.concat([Buffer.from([0xfe, 0xff]), one])),
);
const pieceBytes = fc.integer({ min: 4, max: 80 });

describe("readWindow", () => {
  test("following the line numbers and the notices gives back every line of any file, within the bound", async () => {
    await fc.assert(
      fc.asyncProperty(
        bytesOfAnyKind,
        pieceBytes,
        fc.integer({ min: 120, max: 600 }),
        async (bytes, piece, maximum) => {
          const encoding = detectEncoding(bytes);
          const { lines, notices } = await readOn(async (offset, column) => {
            const { window } = await readWindow(
              sourceOf(bytes),
              encoding,
              { offset, limit: 5, column, maximumBytes: maximum },
              { pieceBytes: piece, fullScanBytes: 10_000_000 },
              signal,
            );
            expect(Buffer.byteLength(JSON.stringify(window.content))).toBeLessThanOrEqual(maximum);
            expect(window.content.isWellFormed()).toBe(true);
            return {
              content: window.content,
              truncated: window.isCut || offset + window.shownLines - 1 < window.lines,
            };
          });
          expect(lines).toEqual(linesOf(decodeText(bytes, encoding)));
          expect(new Set(notices).size).toBe(notices.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("shows the lines that were asked for, and counts the rest", async () => {
    await fc.assert(
      fc.asyncProperty(
        bytesOfAnyKind,
        pieceBytes,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        async (bytes, piece, offset, limit, scansAll) => {
          const encoding = detectEncoding(bytes);
          const { window, isWholeFile } = await readWindow(
            sourceOf(bytes),
            encoding,
            { offset, limit, column: 1, maximumBytes: 1_000_000 },
            { pieceBytes: piece, fullScanBytes: scansAll ? 1_000_000 : 0 },
            signal,
          );
          const whole = decodeText(bytes, encoding);
          const wanted = linesOf(whole).slice(offset - 1, offset - 1 + limit);
          expect(window.content).toBe(wanted.map((line, index) => `${offset + index}\t${line}`).join("\n"));
          if (scansAll) expect(isWholeFile).toBe(true);
          if (!isWholeFile) return;
          expect(window.lines).toBe(linesOf(whole).length);
          expect(window.breaks).toBe(whole.split("\n").length - 1);
          expect(window.crlfBreaks).toBe(whole.split("\r\n").length - 1);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("a column is a byte of the line as shown; inside a character it means the character's first byte", async () => {
    const line = 'aé漢😀"z';
    const bytes = Buffer.from(`first\n${line}\r\nlast`);
    for (let column = 1; column <= Buffer.byteLength(line); column++) {
      for (const piece of [4, 5, 7, 100]) {
        const { window } = await readWindow(
          sourceOf(bytes),
          "utf-8",
          { offset: 2, limit: 1, column, maximumBytes: 1_000 },
          { pieceBytes: piece, fullScanBytes: 1_000 },
          signal,
        );
        let start = 0;
        for (const character of line) {
          if (start + Buffer.byteLength(character) >= column) break;
          start += Buffer.byteLength(character);
        }
        expect(window.content).toBe(`2\t${Buffer.from(line).subarray(start).toString()}`);
      }
    }
  });

  test("says whether the bytes were UTF-8", async () => {
    const read = async (bytes: Buffer) =>
      readWindow(
        sourceOf(bytes),
        "utf-8",
        { offset: 1, limit: 1, column: 1, maximumBytes: 1_000 },
        { pieceBytes: 4, fullScanBytes: 1_000 },
        signal,
      );
    expect((await read(Buffer.from("漢字😀é\nx".repeat(20)))).isWellFormed).toBe(true);
    expect((await read(Buffer.concat([Buffer.from("a\n".repeat(50)), Buffer.from([0xe9, 0x0a])]))).isWellFormed).toBe(
      false,
    );
    expect((await read(Buffer.from([0x61, 0xe6, 0xbc]))).isWellFormed).toBe(false);
  });

  test("stops when its signal aborts", async () => {
    const abort = new AbortController();
    const enough = new Error("enough");
    const bytes = Buffer.alloc(1_000, "a\n");
    const source: ByteSource = {
      ...sourceOf(bytes),
      read: async (start, length) => {
        if (start > 100) abort.abort(enough);
        return bytes.subarray(start, start + length);
      },
    };
    const request = { offset: 1, limit: 1, column: 1, maximumBytes: 1_000 };
    await expect(
      readWindow(source, "utf-8", request, { pieceBytes: 10, fullScanBytes: 10_000 }, abort.signal),
    ).rejects.toBe(enough);
  });
});
