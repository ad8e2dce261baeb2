const star = Symbol("*");

/** Decides on one character. */
type CharacterTest = (character: string) => boolean;

/** A pattern for one name: characters as they are, tests of one character, and `star` for any number of them. */
export type GlobSegment = readonly (string | CharacterTest | typeof star)[];

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
  const tokens: (string | CharacterTest | typeof star)[] = [];
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? "";
    if (character === "*") {
      if (tokens.at(-1) !== star) tokens.push(star);
    } else if (character === "?") {
      tokens.push(() => true);
    } else if (character === "\\") {
      const escaped = characters[++index];
      if (escaped === undefined) return undefined;
      tokens.push(escaped);
    } else if (character === "[") {
      const parsed = parseClass(characters, index + 1);
      if (parsed === undefined) return undefined;
      tokens.push(parsed.test);
      index = parsed.end;
    } else {
      tokens.push(character);
    }
  }
  return tokens;
}

/** Goes back only to the last star, so the time is at most the product of both lengths. */
export function matchesGlobSegment(tokens: GlobSegment, name: string): boolean {
  const characters = hasSurrogates.test(name) ? Array.from(name) : name;
  let token = 0;
  let position = 0;
  let resumeToken = -1;
  let resumePosition = 0;
  while (position < characters.length) {
    const current = tokens[token];
    const character = characters[position] ?? "";
    if (current === star) {
      resumeToken = token++;
      resumePosition = position;
    } else if (current === character || (typeof current === "function" && current(character))) {
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
