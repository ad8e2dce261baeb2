import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeText, detectEncoding, isBinary } from "../src/text-encoding.js";

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("detectEncoding", () => {
  test.each([
    [bytes(), "utf-8"],
    [bytes(0x68), "utf-8"],
    [bytes(0xef, 0xbb), "utf-8"],
    [bytes(0xef, 0xbb, 0xbf), "utf-8-bom"],
    [bytes(0xff, 0xfe), "utf-16le"],
    [bytes(0xfe, 0xff), "utf-16be"],
    [bytes(0xff, 0xfe, 0, 0), "utf-16le"],
  ])("%s is %s", (content, encoding) => expect(detectEncoding(content)).toBe(encoding));
});

describe("isBinary", () => {
  const text = (length: number) => new Uint8Array(length).fill(0x61);
  const withNulAt = (index: number) => {
    const content = text(10_000);
    content[index] = 0;
    return content;
  };
  test.each([
    ["nothing", bytes(), false],
    ["text", text(10_000), false],
    ["a NUL in front", withNulAt(0), true],
    ["a NUL at the last byte that counts", withNulAt(8_191), true],
    ["a NUL behind it", withNulAt(8_192), false],
    ["UTF-16 with a mark", bytes(0xff, 0xfe, 0x61, 0), false],
    ["UTF-16 without one", bytes(0x61, 0, 0x62, 0), true],
    ["control characters", bytes(1, 2, 3, 27), false],
  ])("%s: %s", (_, content, expected) => expect(isBinary(content)).toBe(expected));
});

describe("decodeText", () => {
  test.each([
    ["utf-8-bom", bytes(0xef, 0xbb, 0xbf, 0x68), "h"],
    ["utf-8-bom", bytes(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x68), "\uFEFFh"],
    ["utf-8", bytes(0x63, 0x61, 0x66, 0xe9, 0x0a), "caf\uFFFD\n"],
    ["utf-8", bytes(0xed, 0xa0, 0x80), "\uFFFD\uFFFD\uFFFD"],
    ["utf-16le", bytes(0xff, 0xfe, 0x3d, 0xd8, 0x00, 0xde), "😀"],
    ["utf-16le", bytes(0xff, 0xfe, 0x3d, 0xd8), "\uFFFD"],
    ["utf-16le", bytes(0xff, 0xfe, 0x61, 0x00, 0x62), "a\uFFFD"],
    ["utf-16be", bytes(0xfe, 0xff, 0x00, 0x61, 0xde, 0x00), "a\uFFFD"],
  ] as const)("%s %s", (encoding, content, text) => expect(decodeText(content, encoding)).toBe(text));

  test("gives back every text, in every encoding", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const little = Buffer.from(`\uFEFF${text}`, "utf16le");
        expect(decodeText(Buffer.from(text), "utf-8")).toBe(text);
        expect(decodeText(Buffer.from(`\uFEFF${text}`), "utf-8-bom")).toBe(text);
        expect(decodeText(little, "utf-16le")).toBe(text);
        expect(decodeText(Buffer.from(little).swap16(), "utf-16be")).toBe(text);
      }),
    );
  });
});
