import { encodeToolResult, ToolError } from "@x/tools";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const encode = (content: unknown, maximumBytes?: number) => encodeToolResult({ content }, { maximumBytes });

function refusal(content: unknown): string {
  try {
    return encode(content).text;
  } catch (error) {
    if (!ToolError.is(error, "TOOL_RESULT_UNENCODABLE")) throw error;
    return error.message;
  }
}

describe("whole results", () => {
  test.each<[unknown, string]>([
    [undefined, "null"],
    [null, "null"],
    ["a\n\u{1f600}", '"a\\n\u{1f600}"'],
    [{ a: [1, -0, 1e21], u: undefined, list: [undefined] }, '{"a":[1,0,1e+21],"list":[null]}'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [{ toJSON: () => ({ b: new Date(0) }) }, '{"b":"1970-01-01T00:00:00.000Z"}'],
    [{ toJSON: () => undefined }, "null"],
    ["\ud800x", '"\ufffdx"'],
    [[new String("\ud800"), new Number(1), new Boolean(false)], '["\ufffd",1,false]'],
    [{ toJSON: () => "\ud800" }, '"\ufffd"'],
    [{ "\udc00": { "\ud800": 1 } }, '{"\ufffd":{"\ufffd":1}}'],
    [JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
  ])("%j", (content, text) => {
    expect(encode(content)).toEqual({ text, truncated: false, bytes: Buffer.byteLength(text) });
  });

  test("the same part twice is no cycle", () => {
    const part = { a: 1 };
    expect(encode([part, part, { part }]).text).toBe('[{"a":1},{"a":1},{"part":{"a":1}}]');
  });
});

describe("what JSON cannot hold", () => {
  const cycle: Record<string, unknown> = { a: {} };
  cycle.a = { list: [1, cycle] };
  test.each<[unknown, string]>([
    [Number.NaN, "content is NaN"],
    [{ a: [0, Number.POSITIVE_INFINITY] }, "content.a.1 is Infinity"],
    [{ a: { b: 1n } }, "content.a.b is a bigint"],
    [{ ok: { c: 1 }, s: Symbol("s") }, "content.s is a symbol"],
    [() => 1, "content is a function"],
    [{ toJSON: () => ({ f: () => 1 }) }, "content.f is a function"],
    [cycle, "content.a.list.1 is a cycle"],
    [{ m: new Map() }, "content.m is a Map or Set"],
    [{ bytes: new Uint8Array(1) }, "content.bytes is binary data"],
    [{ bytes: Buffer.from("abc") }, "content.bytes is binary data"],
    [[new ArrayBuffer(1)], "content.0 is binary data"],
    [[new SharedArrayBuffer(1)], "content.0 is binary data"],
    [new Number(Number.NaN), "content is NaN"],
    [{ a: Object(1n) as unknown }, "content.a is a bigint"],
    [{ at: new Date(Number.NaN) }, "content.at is an invalid date"],
  ])("%s", (content, problem) => {
    expect(refusal(content)).toBe(`the result cannot be encoded: ${problem}`);
  });

  test("code of its own that throws", () => {
    const thrown = {
      get a() {
        throw new Error("secret");
      },
    };
    expect(refusal(thrown)).toBe("the result cannot be encoded: reading it threw an error of its own");
  });

  test("a few objects that share their parts and stand for a text without end", () => {
    let shared: unknown = [];
    for (let level = 0; level < 60; level++) shared = [shared, shared];
    expect(refusal(shared)).toBe("the result cannot be encoded: it is nested too deeply or too large");
  });

  test("nesting without end, and a place of any length", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level++) deep = [deep];
    expect(refusal(deep)).toBe("the result cannot be encoded: it is nested too deeply or too large");
    const message = refusal({ ["\u{1f600}x".repeat(1_000)]: Number.NaN });
    expect(message.length).toBeLessThan(300);
    expect(message.isWellFormed()).toBe(true);
  });
});

describe("cut results", () => {
  test("hold the beginning of the JSON and the number of bytes that are missing", () => {
    const { text, truncated, bytes } = encode("x".repeat(1_000), 100);
    const wrapped = JSON.parse(text) as { text: string; missing_bytes: number };
    expect(text.startsWith('{"truncated":true,"missing_bytes":')).toBe(true);
    expect({ truncated, bytes }).toEqual({ truncated: true, bytes: 1_002 });
    expect(wrapped.text).toMatch(/^"x+$/);
    expect(wrapped.missing_bytes + wrapped.text.length).toBe(1_002);
    expect(text.length).toBeGreaterThan(95);
  });

  test("the default cap is 64 KiB", () => {
    expect(encode("x".repeat(65_534))).toMatchObject({ truncated: false, bytes: 65_536 });
    expect(encode("x".repeat(65_535))).toMatchObject({ truncated: true, bytes: 65_537 });
  });

  test.each([0, 63, -1, 64.5, Number.NaN, Number.POSITIVE_INFINITY, "100"])("a cap of %s is a TypeError", (cap) => {
    expect(() => encode("", cap as number)).toThrow(TypeError);
  });

  test("always fit, parse, are well formed and rejoin what was kept", () => {
    const unit = fc.constantFrom("a", '"', "\\", "\n", "\u0000", "é", "€", "\u2028", "\u{1f600}", "\ud800", "\udc00");
    const text = fc.string({ unit, minLength: 0, maxLength: 200 });
    const content = fc.oneof(text, fc.array(text), fc.dictionary(text, fc.jsonValue()), fc.jsonValue());
    fc.assert(
      fc.property(content, fc.integer({ min: 64, max: 400 }), (value, maximumBytes) => {
        const encoded = encode(value, maximumBytes);
        expect(Buffer.byteLength(encoded.text)).toBeLessThanOrEqual(maximumBytes);
        expect(encoded.text.isWellFormed()).toBe(true);
        const parsed = JSON.parse(encoded.text) as { text: string; missing_bytes: number };
        const whole = encode(value, 10_000_000).text;
        expect(Buffer.byteLength(whole)).toBe(encoded.bytes);
        if (!encoded.truncated) return encoded.text === whole;
        expect(parsed.text.isWellFormed()).toBe(true);
        expect(whole.startsWith(parsed.text)).toBe(true);
        return Buffer.byteLength(parsed.text) + parsed.missing_bytes === encoded.bytes;
      }),
      { numRuns: 200 },
    );
  });
});
