import { isUtf8 } from "node:buffer";
import { argumentError } from "./argument-error.js";
import { describeRegexError } from "./describe-regex-error.js";
import { type PatternTokens, readPattern } from "./pattern-tokens.js";
import { fromRarestByte } from "./rarest-byte.js";
import type { RegexEngine, RegexProgram } from "./regex-engine.js";
import { wellFormedRuns } from "./well-formed-runs.js";

const maximumLength = 1_000;
const maximumRepetitions = 256;
const maximumWeight = 1_024;
const largestPiece = 64 * 1024;
const smallestPiece = 64;
const rehearsedBytesPerWeight = 16 * 1024 * 1024;

/**
 * A pattern that is matched against each line by itself: `^` and `$` are the ends of the line, and no match spans lines.
 * Bytes that are not UTF-8 match nothing.
 */
export class LinePattern {
  /** Bytes that may be searched in one call; follows the speed that was seen. */
  pieceBytes: number;
  /** The largest part of a longer line that is searched to see how long the whole would take. */
  readonly rehearsedBytes: number;
  readonly #tokens: PatternTokens;
  readonly #compile: (source: string) => RegexProgram;
  readonly #program: RegexProgram;
  /** A text that every match holds, where one is known and its case counts. */
  readonly #required: Buffer | undefined;
  /** Its end, from its rarest byte on: what is looked for by its first byte is found the sooner. */
  readonly #telltale: Buffer;
  /** By whether the start and the end of the run are those of the line. */
  readonly #runPrograms = new Map<string, RegexProgram>();
  readonly #largestPiece: number;

  /** Refuses, as an argument of grep, what is not valid or could take too long. */
  constructor(engine: RegexEngine, pattern: string, ignoreCase: boolean) {
    if (pattern.length > maximumLength) {
      throw refusal(`is longer than ${maximumLength.toLocaleString("en")} characters; search for a shorter part`);
    }
    this.#tokens = readPattern(pattern);
    this.#compile = (source) => engine.compile(source, { ignoreCase, multiline: true });
    const { fault, literal, required, repetitions, weight } = this.#tokens;
    if (fault !== undefined) throw notValid(fault);
    if (repetitions > maximumRepetitions) {
      throw refusal(`has counted repetitions that multiply past ${maximumRepetitions}; use *, + or smaller counts`);
    }
    if (weight > maximumWeight) {
      throw refusal("is too large once its counted repetitions are written out; use *, + or smaller counts");
    }
    this.#required = ignoreCase || required === undefined ? undefined : Buffer.from(required);
    this.#telltale = fromRarestByte(this.#required ?? Buffer.alloc(0));
    try {
      this.#compile(this.#tokens.expanded);
      this.#program =
        literal === undefined || ignoreCase
          ? this.#compile(this.#tokens.source({ begin: true, end: true }))
          : literalProgram(Buffer.from(literal));
    } catch (error) {
      throw notValid(describeRegexError(error));
    }
    this.#largestPiece = Math.min(largestPiece, Math.floor(engine.bytesPerWeight / Math.max(weight, 1)));
    this.pieceBytes = Math.min(engine.firstBytes, this.#largestPiece);
    this.rehearsedBytes = Math.max(
      this.#largestPiece,
      Math.min(largestPiece, Math.floor(rehearsedBytesPerWeight / weight)),
    );
  }

  /**
   * Whether a file is known to hold no match, whatever its kind, its mark and its line endings: those could not make
   * plain text appear in a line. Much cheaper than to look at them first.
   */
  isAbsent(file: Buffer): boolean {
    if (this.#required === undefined || file.length > largestPiece) return false;
    return !file.includes(this.#telltale) || !file.includes(this.#required);
  }

  /**
   * For a number of whole lines, separated by line feeds: an offset that no matching line ends before, or -1 where there
   * is none. The line at that offset is likely to match, but need not.
   */
  candidate(lines: Buffer): number {
    const started = performance.now();
    const offset = this.#program.candidate(lines);
    const elapsed = performance.now() - started;
    if (elapsed > 20) this.pieceBytes = Math.max(smallestPiece, this.pieceBytes >> 1);
    else if (elapsed < 4 && lines.length * 2 > this.pieceBytes) {
      this.pieceBytes = Math.min(this.#largestPiece, this.pieceBytes * 2);
    }
    return offset;
  }

  /** Whether one line, without its ending, matches. */
  matches(line: Buffer): boolean {
    if (isUtf8(line)) return this.#program.test(line);
    for (const { program, bytes } of this.#runs(line)) {
      if (program.test(bytes)) return true;
    }
    return false;
  }

  /** The offset at which the first match in a line starts, or -1. */
  start(line: Buffer): number {
    if (isUtf8(line)) return this.#program.search(line);
    for (const { program, bytes, offset } of this.#runs(line)) {
      const start = program.search(bytes);
      if (start !== -1) return offset + start;
    }
    return -1;
  }

  /** Takes as long as any call on this part of a line may. */
  rehearse(part: Buffer): void {
    if (isUtf8(part)) this.#program.rehearse(part);
    else for (const { program, bytes } of this.#runs(part)) program.rehearse(bytes);
  }

  /** A match lies within one run of UTF-8, and only the outer ends of the outer runs are those of the line. */
  *#runs(line: Buffer) {
    let sawEmpty = false;
    for (const [start, end] of wellFormedRuns(line)) {
      const inside = start > 0 && end < line.length;
      // What matches nothing in one such run does so in all.
      if (inside && start === end && sawEmpty) continue;
      sawEmpty ||= inside && start === end;
      const program = this.#runProgram(start === 0, end === line.length);
      yield { program, bytes: line.subarray(start, end), offset: start };
    }
  }

  #runProgram(begin: boolean, end: boolean): RegexProgram {
    const key = `${begin} ${end}`;
    let program = this.#runPrograms.get(key);
    if (program === undefined) {
      program = this.#compile(this.#tokens.source({ begin, end }));
      this.#runPrograms.set(key, program);
    }
    return program;
  }
}

/** Plain text, which most searches are for, needs no engine. */
function literalProgram(text: Buffer): RegexProgram {
  const search = (bytes: Buffer) => bytes.indexOf(text);
  return { test: (bytes) => bytes.includes(text), search, candidate: search, rehearse: search };
}

function notValid(fault: string): Error {
  return refusal(`is not valid RE2, where \\Q...\\E quotes literal text: ${fault}`);
}

function refusal(what: string): Error {
  return argumentError(`argument "pattern" ${what}`);
}
