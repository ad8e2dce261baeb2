import type RE2 from "re2";

/** A compiled pattern. It is searched in bytes of UTF-8; offsets are in bytes. */
export interface RegexProgram {
  /** Whether it matches anywhere. */
  test(bytes: Buffer): boolean;
  /** Where the leftmost match starts, or -1. */
  search(bytes: Buffer): number;
  /**
   * For bytes that end where a line ends: an offset that no line that matches by itself ends before, or -1 where no
   * line does. It may also point at a line that does not match. Cheaper than `search` where that is slow.
   */
  candidate(bytes: Buffer): number;
  /** Takes as long as the slowest search through these bytes may, whether or not something matches. */
  rehearse(bytes: Buffer): void;
}

export interface RegexFlags {
  readonly ignoreCase?: boolean | undefined;
  /** `^` and `$` also match at line feeds. */
  readonly multiline?: boolean | undefined;
  /** `.` also matches a line feed. */
  readonly dotAll?: boolean | undefined;
}

/**
 * RE2: no lookaround, no back-references, and time linear in the text. Linear is not fast: a call cannot be interrupted,
 * so callers bound the weight of a pattern and the bytes of each call.
 */
export interface RegexEngine {
  readonly name: "re2" | "re2js";
  /** Throws a `SyntaxError` with the engine's own words. */
  compile(source: string, flags?: RegexFlags): RegexProgram;
  /**
   * Bytes that one call may be given for a pattern of weight 1; heavier ones get that much less. Measured: so much that
   * the slowest patterns that were found stay well under 100 ms.
   */
  readonly bytesPerWeight: number;
  /** Bytes of the first call, before anything is known of a pattern's speed. */
  readonly firstBytes: number;
}

/** The native engine. Rejects where its native part cannot be loaded. */
export async function loadRe2(): Promise<RegexEngine> {
  const { default: RE2 } = await import("re2");
  return {
    name: "re2",
    compile(source, flags = {}) {
      const compiled = new RE2(source, `u${letters(flags)}`);
      const candidate = (bytes: Buffer) => compiled.search(bytes);
      const search = source.includes("\\B") ? searchCharacters(new RE2(source, `gu${letters(flags)}`)) : candidate;
      // Where `test` of RE2 takes a thousand times as long as `search`, which happens for heavy patterns, so does a search
      // once something matches: to find the start it then goes the same slow way.
      const rehearse = (bytes: Buffer) => {
        search(bytes);
        compiled.test(bytes);
      };
      return { test: (bytes) => search(bytes) !== -1, search, candidate, rehearse };
    },
    bytesPerWeight: 512 * 1024,
    firstBytes: 64 * 1024,
  };
}

/** The native engine knows bytes only: between those of one character it sees no word boundary, where nothing is at all. */
function searchCharacters(compiled: RE2): (bytes: Buffer) => number {
  return (bytes) => {
    compiled.lastIndex = 0;
    for (;;) {
      const match = compiled.exec(bytes);
      if (match === null) return -1;
      const isInside = match[0].length === 0 && ((bytes[match.index] ?? 0) & 0xc0) === 0x80;
      if (!isInside) return match.index;
      compiled.lastIndex = match.index + 1;
    }
  };
}

/** The same dialect in plain JavaScript, one to three hundred times slower. */
export async function loadRe2js(): Promise<RegexEngine> {
  const { RE2JS } = await import("re2js");
  return {
    name: "re2js",
    compile(source, flags = {}) {
      const bits =
        (flags.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
        (flags.multiline ? RE2JS.MULTILINE : 0) |
        (flags.dotAll ? RE2JS.DOTALL : 0);
      const compiled = RE2JS.compile(source, bits);
      const test = (bytes: Buffer) => compiled.test(bytes);
      const search = (bytes: Buffer) => {
        const matcher = compiled.matcher(bytes);
        return matcher.find() ? matcher.start() : -1;
      };
      return { test, search, candidate: (bytes) => halve(bytes, test), rehearse: search };
    },
    bytesPerWeight: 256 * 1024,
    firstBytes: 256,
  };
}

let loaded: Promise<RegexEngine> | undefined;

/** The native engine or, where it cannot be loaded, the other one. Loaded on first use. */
export function loadRegexEngine(): Promise<RegexEngine> {
  loaded ??= loadRe2().catch(loadRe2js);
  return loaded;
}

function letters({ ignoreCase, multiline, dotAll }: RegexFlags): string {
  return `${ignoreCase ? "i" : ""}${multiline ? "m" : ""}${dotAll ? "s" : ""}`;
}

/** Searching costs much more than testing, which says only yes or no: so it is asked for ever smaller groups of lines. */
function halve(bytes: Buffer, test: (bytes: Buffer) => boolean): number {
  if (!test(bytes)) return -1;
  let start = 0;
  let end = bytes.length;
  while (end - start > 256) {
    const cut = bytes.indexOf("\n", (start + end) >> 1) + 1;
    if (cut === 0 || cut >= end) break;
    if (test(bytes.subarray(start, cut))) end = cut;
    else start = cut;
  }
  return start;
}
