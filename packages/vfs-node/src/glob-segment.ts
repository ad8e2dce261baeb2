import type { Effort } from "./ignore-rules.js";

const star = Symbol("*");

/** Decides on one character. */
type CharacterTest = (character: string) => boolean;

type Token = string | CharacterTest | typeof star;

/** A pattern for one name. */
export interface GlobSegment {
  /** Characters as they are, tests of one character, and `star` for any number of them. */
  readonly tokens: readonly Token[];
  /** What holding a character against the widest of the tokens takes, in steps. */
  readonly width: number;
}

const namedClasses: Readonly<Record<string, RegExp>> = {
  alnum: /^[A-Za-z0-9]$/,
  alpha: /^[A-Za-z]$/,
  blank: /^[ \t]$/,
  cntrl: /^[\0-\x1f\x7f]$/,
  digit: /^[0-9]$/,
  graph: /^[!-~]$/,
  lower: /^[a-z]$/,
  print: /^[ -~]$/,
  punct: /^[!-/:-@[-`{-~]$/,
  space: /^\s$/,
  upper: /^[A-Z]$/,
  xdigit: /^[A-Fa-f0-9]$/,
};

/** The pattern of one segment of a gitignore line; `undefined` for one that is malformed and so matches nothing. */
export function compileGlobSegment(text: string): GlobSegment | undefined {
  const characters = Array.from(text);
  const tokens: Token[] = [];
  let width = 1;
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? "";
    if (character === "*") {
      if (tokens.at(-1) !== star) tokens.push(star);
    } else if (character === "?") {
      tokens.push(anyCharacter);
    } else if (character === "\\") {
      const escaped = characters[++index];
      if (escaped === undefined) return undefined;
      tokens.push(escaped);
    } else if (character === "[") {
      const parsed = parseClass(characters, index + 1);
      if (parsed === undefined) return undefined;
      tokens.push(parsed.test);
      width = Math.max(width, parsed.end - index);
      index = parsed.end;
    } else {
      tokens.push(character);
    }
  }
  return { tokens, width };
}

const anyCharacter: CharacterTest = () => true;

/** A name, or where characters of it take two units, its characters. */
export type NameCharacters = string | readonly string[];

export function charactersOf(name: string): NameCharacters {
  return hasSurrogates.test(name) ? Array.from(name) : name;
}

/**
 * Goes back only to the last star, so the time is at most the product of both lengths. Where `effort` is used up, the
 * pattern does not match.
 */
export function matchesGlobSegment(pattern: GlobSegment, characters: NameCharacters, effort: Effort): boolean {
  const { tokens, width } = pattern;
  const end = tokens.at(-1);
  effort.spent += width;
  // Most patterns fail here, such as `*.log` for what ends in another letter.
  if (end !== star && !accepts(end, characters.at(-1))) return false;
  let token = 0;
  let position = 0;
  let resumeToken = -1;
  let resumePosition = 0;
  while (position < characters.length) {
    const current = tokens[token];
    effort.spent += width;
    if (effort.spent > effort.limit) return false;
    if (current === star) {
      resumeToken = token++;
      resumePosition = position;
    } else if (accepts(current, characters[position])) {
      token++;
      position++;
    } else if (resumeToken !== -1) {
      token = resumeToken + 1;
      position = ++resumePosition;
    } else {
      return false;
    }
  }
  while (tokens[token] === star) token++;
  return token === tokens.length;
}

function accepts(token: Token | undefined, character: string | undefined): boolean {
  return token === character || (typeof token === "function" && character !== undefined && token(character));
}

const hasSurrogates = /[\ud800-\udfff]/;

/** Reads `[a-z]`, `[!abc]`, `[]a]`, `[[:digit:]]` from behind its opening bracket; `end` is its closing one. */
function parseClass(characters: readonly string[], start: number): { test: CharacterTest; end: number } | undefined {
  const negated = characters[start] === "!" || characters[start] === "^";
  const first = negated ? start + 1 : start;
  const tests: CharacterTest[] = [];
  for (let index = first; index < characters.length; index++) {
    if (characters[index] === "]" && index > first) {
      return { test: (character) => tests.some((test) => test(character)) !== negated, end: index };
    }
    if (characters[index] === "[" && characters[index + 1] === ":") {
      const end = characters.indexOf("]", index + 2);
      const name = characters.slice(index + 2, end - 1).join("");
      if (end === -1 || characters[end - 1] !== ":") return undefined;
      const expression = Object.hasOwn(namedClasses, name) ? namedClasses[name] : undefined;
      if (expression === undefined) return undefined;
      tests.push((character) => expression.test(character));
      index = end;
      continue;
    }
    const low = readCharacter(characters, index);
    if (low === undefined) return undefined;
    index = low.end;
    if (characters[index + 1] === "-" && characters[index + 2] !== "]" && index + 2 < characters.length) {
      const high = readCharacter(characters, index + 2);
      if (high === undefined) return undefined;
      index = high.end;
      tests.push((character) => codePoint(character) >= low.code && codePoint(character) <= high.code);
    } else {
      tests.push((character) => codePoint(character) === low.code);
    }
  }
  return undefined;
}

function readCharacter(characters: readonly string[], index: number): { code: number; end: number } | undefined {
  const end = characters[index] === "\\" ? index + 1 : index;
  const character = characters[end];
  return character === undefined ? undefined : { code: codePoint(character), end };
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? -1;
}
