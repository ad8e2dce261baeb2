import {
  charactersOf,
  compileGlobSegment,
  type GlobSegment,
  matchesGlobSegment,
  type NameCharacters,
} from "./glob-segment.js";

/** Counts the steps of matching, each about ten nanoseconds. Past `limit` no rule matches. */
export interface Effort {
  spent: number;
  limit: number;
}

const anyDirectories = Symbol("**");

type Part = GlobSegment | typeof anyDirectories;

interface Rule {
  readonly negated: boolean;
  readonly directoriesOnly: boolean;
  /** Without a slash in the pattern, it is held against the last name of a path alone. */
  readonly anchored: boolean;
  readonly parts: readonly Part[];
}

/** The rules of one gitignore file. A pattern never becomes a regular expression. */
export class IgnoreRules {
  readonly #rules: readonly Rule[];

  constructor(readonly text: string) {
    this.#rules = text
      .replace(/^\ufeff/, "")
      .split(/\r?\n/)
      .map(parseRule)
      .filter((rule) => rule !== undefined);
  }

  /** Whether the last rule that matches leaves the path out; `undefined` where none matches. Relative to the file. */
  verdict(path: string, isDirectory: boolean, effort: Effort): boolean | undefined {
    if (this.#rules.length === 0) return undefined;
    effort.spent += path.length;
    const segments = path.split("/").map(charactersOf);
    for (let index = this.#rules.length - 1; index >= 0; index--) {
      const rule = this.#rules[index];
      if (effort.spent++ > effort.limit) return undefined;
      if (rule !== undefined && matches(rule, segments, isDirectory, effort)) return !rule.negated;
    }
    return undefined;
  }
}

function parseRule(line: string): Rule | undefined {
  let pattern = withoutTrailingSpaces(line);
  if (pattern === "" || pattern.startsWith("#")) return undefined;
  const negated = pattern.startsWith("!");
  if (negated) pattern = pattern.slice(1);
  const directoriesOnly = pattern.endsWith("/");
  if (directoriesOnly) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes("/");
  if (pattern.startsWith("/")) pattern = pattern.slice(1);
  if (pattern === "") return undefined;
  const parts: Part[] = [];
  for (const segment of anchored ? pattern.split("/") : [pattern]) {
    if (anchored && /^\*\*+$/.test(segment)) {
      if (parts.at(-1) !== anyDirectories) parts.push(anyDirectories);
      continue;
    }
    const part = compileGlobSegment(segment);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return { negated, directoriesOnly, anchored, parts };
}

/** Spaces at the end do not count unless a backslash stands before them. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === "\\") backslashes++;
  return line.slice(0, backslashes % 2 === 1 && end < line.length ? end + 1 : end);
}

function matches(rule: Rule, segments: readonly NameCharacters[], isDirectory: boolean, effort: Effort): boolean {
  if (rule.directoriesOnly && !isDirectory) return false;
  return matchesParts(rule.parts, rule.anchored ? segments : segments.slice(-1), effort);
}

/** Goes back only to the last `**`: what an earlier one took can never matter again. */
function matchesParts(parts: readonly Part[], segments: readonly NameCharacters[], effort: Effort): boolean {
  let part = 0;
  let segment = 0;
  let resumePart = -1;
  let resumeSegment = 0;
  while (segment < segments.length) {
    const current = parts[part];
    if (current === anyDirectories) {
      // At the end it stands for what is inside a directory, so for one name at least.
      if (part === parts.length - 1) return true;
      resumePart = part++;
      resumeSegment = segment;
    } else if (current !== undefined && matchesGlobSegment(current, segments[segment] ?? "", effort)) {
      part++;
      segment++;
    } else if (resumePart !== -1) {
      part = resumePart + 1;
      segment = ++resumeSegment;
    } else {
      return false;
    }
  }
  return part === parts.length;
}
