import { argumentError } from "./argument-error.js";
import { expandBraces } from "./expand-braces.js";
import { anyNumber, matchWildcards } from "./match-wildcards.js";

const maximumBytes = 1_024;
const maximumAlternatives = 256;
const maximumExpandedLength = 16_384;

export interface GlobMatcher {
  /** Every path that matches starts with this. */
  readonly prefix: string;
  matches(path: string): boolean;
}

/**
 * `*` within a segment, `**` as a whole segment across segments, `?` one character, `{a,b}` alternatives, a backslash
 * for a literal; everything else is itself, and a path that equals the pattern always matches. The time for a path is at
 * most its length times that of the pattern with its braces written out, which is bounded: what is longer is refused as
 * an argument of the tool.
 */
export function createGlobMatcher(pattern: string, argument: string): GlobMatcher {
  const refuse = (what: string) => argumentError(`argument "${argument}" ${what}`);
  if (pattern === "") throw refuse("must not be empty; ** selects every file");
  if (pattern.length > maximumBytes || Buffer.byteLength(pattern) > maximumBytes) {
    throw refuse(`is longer than ${maximumBytes.toLocaleString("en")} bytes; use a shorter pattern`);
  }
  const globs = expandBraces(pattern, maximumAlternatives, maximumExpandedLength);
  if (globs === undefined) throw refuse("has braces that stand for too many alternatives; use fewer of them, or *");
  const alternatives = globs.map(compile);
  return {
    prefix: commonPrefix([pattern, ...globs.map(fixedStart)]),
    matches(path) {
      if (path === pattern) return true;
      const name = path.slice(path.lastIndexOf("/") + 1);
      // Most paths are ruled out by their names alone.
      const remaining = alternatives.filter(({ fitsName }) => fitsName(name));
      if (remaining.length === 0) return false;
      const segments = path.split("/");
      return remaining.some(({ parts }) => matchWildcards(parts, segments, (fits, segment) => fits(segment)));
    },
  };
}

type SegmentTest = (segment: string) => boolean;

interface Alternative {
  readonly parts: readonly (SegmentTest | typeof anyNumber)[];
  /** The last of the parts, which the last segment of a path has to fit. */
  readonly fitsName: SegmentTest;
}

function compile(glob: readonly string[]): Alternative {
  const segments: string[][] = [[]];
  for (const character of glob) {
    if (literal(character) === "/") segments.push([]);
    else segments.at(-1)?.push(character);
  }
  const fitsName = isGlobstar(segments.at(-1)) ? () => true : compileSegment(segments.at(-1) ?? []);
  const parts = segments.flatMap((segment, index): Alternative["parts"] => {
    const isLast = index === segments.length - 1;
    if (!isGlobstar(segment)) return [isLast ? fitsName : compileSegment(segment)];
    // At the end it stands for at least one segment: `s/**` is what lies under `s`.
    return isLast ? [anyNumber, fitsName] : [anyNumber];
  });
  return { parts, fitsName };
}

function isGlobstar(segment: readonly string[] | undefined): boolean {
  return segment?.length === 2 && segment.every((character) => character === "*");
}

function compileSegment(segment: readonly string[]): SegmentTest {
  const text = (from: number, to?: number) => segment.slice(from, to).map(literal).join("");
  const wildcards = segment.filter((character) => character === "*" || character === "?");
  if (wildcards.length === 0) {
    const name = text(0);
    return (candidate) => candidate === name;
  }
  if (wildcards.length === 1 && wildcards[0] === "*") {
    const star = segment.indexOf("*");
    const start = text(0, star);
    const end = text(star + 1);
    return (name) => name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
  }
  const pattern = segment.map((character) => (character === "*" ? anyNumber : character));
  return (name) =>
    matchWildcards(pattern, Array.from(name), (part, character) => part === "?" || literal(part) === character);
}

/** The character that stands for itself, without the backslash that made it so; a last backslash is one itself. */
function literal(character: string): string {
  return character.length > 1 && character.startsWith("\\") ? character.slice(1) : character;
}

function fixedStart(glob: readonly string[]): string {
  const end = glob.findIndex((character) => character === "*" || character === "?");
  return glob
    .slice(0, end === -1 ? glob.length : end)
    .map(literal)
    .join("");
}

function commonPrefix(texts: readonly string[]): string {
  const [first = "", ...rest] = texts;
  let length = first.length;
  for (const text of rest) {
    let same = 0;
    while (same < length && text[same] === first[same]) same++;
    length = same;
  }
  const prefix = first.slice(0, length);
  return prefix.isWellFormed() ? prefix : prefix.slice(0, -1);
}
