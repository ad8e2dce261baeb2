import { readPattern } from "../../src/pattern-tokens.js";
import { loadRe2 } from "../../src/regex-engine.js";
import { wellFormedRuns } from "../../src/well-formed-runs.js";

const re2 = await loadRe2();

/** The lines of a file as the specification has them: `\n` ends one, with a `\r` before it; the last needs no ending. */
export function linesOf(content: Buffer): Buffer[] {
  const text = content.toString("latin1");
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  const ended = lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  return (last === "" ? ended : [...ended, last]).map((line) => Buffer.from(line, "latin1"));
}

/** The slow way: every line by itself, without any flag, where a byte that is not UTF-8 is one that matches nothing. */
export function matchingLines(pattern: string, ignoreCase: boolean, content: Buffer): number[] {
  const program = re2.compile(readPattern(pattern).expanded, { ignoreCase });
  return linesOf(content).flatMap((line, index) => (program.test(withoutIllFormed(line)) ? [index + 1] : []));
}

function withoutIllFormed(line: Buffer): Buffer {
  const runs = [...wellFormedRuns(line)].map(([start, end]) => line.subarray(start, end));
  return Buffer.concat(runs.flatMap((run, index) => (index === 0 ? [run] : [Buffer.of(0xff), run])));
}
