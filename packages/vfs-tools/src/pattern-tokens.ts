import { PlainText } from "./plain-text.js";

/** Takes the place of `^` and `$` where a source is written out. */
const begin = Symbol("begin");
const end = Symbol("end");

/** A class that no character is in, in both engines. */
const impossible = "[^\\x00-\\x{10FFFF}]";

/** How much more a class of Unicode takes than a literal, in size and in time. */
const unicodeClassWeight = 20;

const escapes = /\\(?:[pP](?:\{[^}]*\}|.)|[xu]\{[^}]*\}|u[0-9A-Fa-f]{4}|[\s\S])/gu;

const tokens =
  /\\Q(?<quoted>[\s\S]*?)(?:\\E|$)|(?<escape>\\(?:[pP](?:\{[^}]*\}|.)|[xu]\{[^}]*\}|u[0-9A-Fa-f]{4}|[\s\S]))|(?<set>\[\^?\]?(?:\[:\^?\w*:\]|\\[\s\S]|[^\]\\])*\]?)|(?<named>\(\?P?<(?![=!])[^>]*>)|(?<flags>\(\?[A-Za-z-]*[:)])|\{(?<least>0|[1-9]\d*)(?:,(?<most>0|[1-9]\d*)?)?\}|(?<other>[\s\S])/gu;

/** What the parts of a pattern say about it, without an engine. */
export interface PatternTokens {
  /** The pattern with its quotations (`\Q…\E`) written out, otherwise as it was: for the engine to judge. */
  readonly expanded: string;
  /** The largest product of counted repetitions around one part: 12 for `(a{3}b){4}`. */
  readonly repetitions: number;
  /** How many parts it has when its counted repetitions are written out. */
  readonly weight: number;
  /** What is wrong with it, as far as that is not left to the engine: forms that only one of the two knows. */
  readonly fault: string | undefined;
  /** The text that the pattern is, where it is no more than that. */
  readonly literal: string | undefined;
  /** A text that every match holds, where case counts and one is known. */
  readonly required: string | undefined;
  /**
   * The pattern for use on lines with the flag for multiple lines: it captures nothing, and every form of "start" and
   * "end" means the line's. One that is denied never matches.
   */
  source(allowed: { begin: boolean; end: boolean }): string;
}

export function readPattern(pattern: string): PatternTokens {
  const measure = new Measure();
  const plainText = new PlainText();
  const parts: (string | typeof begin | typeof end)[] = [];
  let expanded = "";
  let fault: string | undefined;
  for (const { 0: text, groups = {} } of pattern.matchAll(tokens)) {
    const { quoted, escape, set, named, flags, least, most, other } = groups;
    if (quoted !== undefined) {
      const escaped = quoted.replace(/[!-/:-@[-`{-~]/g, "\\$&");
      for (let count = quoted.length; count > 0; count--) measure.atom(1);
      plainText.add(quoted);
      expanded += escaped;
      parts.push(escaped);
      continue;
    }
    if (escape !== undefined) {
      fault ??= faultOfEscape(escape);
      const plain = plainEscape(escape);
      const isPlain = /^\\[!-/:-@[-`{-~]$/.test(escape);
      if (isPlain) plainText.add(escape.slice(1));
      // Digits belong to some that are no part of the token.
      else if (/^\\[x\d]$/.test(escape)) plainText.doubt();
      else plainText.interrupt();
      expanded += plain;
      measure.atom(/^\\p/i.test(escape) ? unicodeClassWeight : 1);
      parts.push(escape === "\\A" ? begin : escape === "\\z" ? end : plain);
      continue;
    }
    if (set !== undefined) {
      plainText.interrupt();
      const plain = set.replace(escapes, (one) => {
        fault ??= faultOfEscape(one);
        return plainEscape(one);
      });
      expanded += plain;
      measure.atom(1 + unicodeClassWeight * (set.match(/\\p/gi)?.length ?? 0));
      // The binding of the native engine would take "(?<" for the start of a named group, also in here.
      parts.push(plain.replace(/\\[\s\S]|\(/g, (one) => (one === "(" ? "\\(" : one)));
      continue;
    }
    expanded += text;
    if (named !== undefined || other === "(") {
      if (named !== undefined && !/<\w+>$/.test(named)) fault ??= `a group has an impossible name: ${named}`;
      measure.open();
      plainText.open();
      parts.push("(?:");
    } else if (flags !== undefined) {
      if (flags.endsWith(":")) {
        measure.open();
        plainText.open();
      } else plainText.doubt();
      parts.push(keepMultiline(flags));
    } else if (least !== undefined) {
      measure.repeat(Math.max(Number(least), Number(most ?? 1), 1));
      plainText.repeat(true);
      parts.push(text);
    } else {
      if (other === ")") measure.close();
      else if (other !== undefined && !"^$|*+?".includes(other)) measure.atom(1);
      if (other !== undefined) note(plainText, other);
      parts.push(other === "^" ? begin : other === "$" ? end : text);
    }
  }
  return {
    expanded,
    fault,
    literal: plainText.whole,
    required: plainText.required,
    ...measure.total(),
    source: (allowed) =>
      parts
        .map((part) => {
          if (part === begin) return allowed.begin ? "^" : impossible;
          if (part === end) return allowed.end ? "$" : impossible;
          return part;
        })
        .join(""),
  };
}

function note(plainText: PlainText, character: string): void {
  if (character === ")") plainText.close();
  else if (character === "|") plainText.alternative();
  else if ("*+?".includes(character)) plainText.repeat(character !== "+");
  else if ("^$.\\".includes(character)) plainText.interrupt();
  else plainText.add(character);
}

/** `\\uXXXX` and `\\u{X}`, as in JavaScript, in the form that RE2 knows. */
function plainEscape(escape: string): string {
  const digits = /^\\u\{?([0-9A-Fa-f]+)\}?$/.exec(escape)?.[1];
  return digits === undefined ? escape : `\\x{${digits}}`;
}

/** Each engine, or its binding, knows some escapes that the other does not. */
function faultOfEscape(escape: string): string | undefined {
  if (/^\\[Cc]/.test(escape)) return `there is no such escape in RE2: ${escape}`;
  const name = /^\\[pP]\{\^?(.*)\}$/.exec(escape)?.[1];
  if (name === undefined || name.length <= 2 || name === "Any" || isScript(name)) return undefined;
  return `there is no such range or class of characters: ${escape}`;
}

function isScript(name: string): boolean {
  try {
    return new RegExp(`\\p{Script=${name}}`, "u").source !== "";
  } catch {
    return false;
  }
}

/** Drops what would switch the flag for multiple lines off. */
function keepMultiline(flags: string): string {
  const [on = "", off] = flags.slice(2, -1).split("-");
  if (!off?.includes("m")) return flags;
  const kept = off.replaceAll("m", "");
  // `(?)` is no valid group, and switching it on again changes nothing.
  return `(?${on || "m"}${kept && `-${kept}`}${flags.slice(-1)}`;
}

interface Extent {
  weight: number;
  repetitions: number;
}

/** Follows the nesting of a pattern. What is not valid is left to the engine, so nothing here has to fail. */
class Measure {
  readonly #outer: Extent[] = [];
  #current: Extent = { weight: 0, repetitions: 1 };
  #last: Extent = { weight: 0, repetitions: 1 };

  atom(weight: number): void {
    this.#add({ weight, repetitions: 1 });
  }

  open(): void {
    this.#outer.push(this.#current);
    this.#current = { weight: 0, repetitions: 1 };
  }

  close(): void {
    const group = this.#current;
    const outer = this.#outer.pop();
    if (outer === undefined) return;
    this.#current = outer;
    this.#add(group);
  }

  repeat(times: number): void {
    const { weight, repetitions } = this.#last;
    this.#current.weight -= weight;
    this.#add({ weight: weight * times, repetitions: repetitions * times });
  }

  total(): Extent {
    while (this.#outer.length > 0) this.close();
    return this.#current;
  }

  #add(part: Extent): void {
    this.#last = part;
    this.#current.weight += part.weight;
    this.#current.repetitions = Math.max(this.#current.repetitions, part.repetitions);
  }
}
