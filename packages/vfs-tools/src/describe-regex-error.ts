interface Fault {
  /** What either engine says. */
  readonly words: RegExp;
  readonly description: string;
  /** Whether the part that the engine names is worth showing. */
  readonly showsPart?: true;
}

const noSuchGroup = "lookaround, backreferences and other Perl groups do not exist in RE2";

const faults: readonly Fault[] = [
  { words: /perl (?:operator|syntax)|capture.*: \(\?<[=!]/i, description: noSuchGroup, showsPart: true },
  { words: /escape sequence: \\[1-9k]/, description: "backreferences do not exist in RE2", showsPart: true },
  { words: /escape sequence/, description: "there is no such escape in RE2", showsPart: true },
  { words: /missing (?:closing )?\)/, description: 'a "(" is not closed' },
  { words: /unexpected \)/, description: 'a ")" has no "("' },
  { words: /missing (?:closing )?\]/, description: 'a "[" is not closed' },
  { words: /character class range/, description: "there is no such range or class of characters", showsPart: true },
  { words: /argument (?:for|to) repetition operator/, description: "there is nothing to repeat", showsPart: true },
  { words: /(?:bad|nested) repetition operator/, description: "a repetition is itself repeated", showsPart: true },
  { words: /repe(?:tition size|at count)/, description: "a repetition has impossible counts", showsPart: true },
  { words: /trailing (?:backslash|\\)/, description: "it ends in a lone backslash" },
  { words: /duplicate capture group name/, description: "two groups have the same name" },
  { words: /named capture/, description: "a group has an impossible name" },
  { words: /too large|too deep/, description: "it is too large" },
];

/** What is wrong with a pattern, in the same words whichever engine refused it, with the part at fault where it helps. */
export function describeRegexError(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const words = message.replace(/^error parsing regexp: /, "").replace(/`/g, "");
  const fault = faults.find((one) => one.words.test(words));
  if (fault === undefined) return "it is not RE2 syntax";
  const part = fault.showsPart && /: (\(\?<[=!]|[\s\S]{1,40}$)/.exec(words)?.[1];
  return part ? `${fault.description}: ${part}` : fault.description;
}
