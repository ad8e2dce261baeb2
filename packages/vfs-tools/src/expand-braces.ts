/** A character, with the backslash before it where it was escaped, or the alternatives between braces. */
type Part = string | readonly (readonly Part[])[];

interface OpenBrace {
  readonly alternatives: Part[][];
  current: Part[];
}

/**
 * The globs without braces that a glob with braces stands for, each as its characters, escaped ones with their
 * backslash. Braces without a partner or without a comma are literals, and so is a comma outside of braces.
 * Undefined when there would be more than `maximumGlobs`, or more than `maximumLength` characters in all of them.
 */
export function expandBraces(glob: string, maximumGlobs: number, maximumLength: number): string[][] | undefined {
  const parts = parseBraces(glob);
  const { globs, length } = extent(parts);
  return globs > maximumGlobs || length > maximumLength ? undefined : expand(parts);
}

function parseBraces(glob: string): Part[] {
  const open: OpenBrace[] = [];
  let top: OpenBrace = { alternatives: [], current: [] };
  const closeAsLiteral = () => {
    const text = [...top.alternatives.flatMap((alternative) => [...alternative, ","]), ...top.current];
    top = open.pop() ?? top;
    top.current.push("{", ...text);
  };
  for (const [character] of glob.matchAll(/\\?[\s\S]/gu)) {
    if (character === "{") {
      open.push(top);
      top = { alternatives: [], current: [] };
    } else if (character === "," && open.length > 0) {
      top.alternatives.push(top.current);
      top.current = [];
    } else if (character === "}" && open.length > 0) {
      if (top.alternatives.length === 0) {
        closeAsLiteral();
        top.current.push("}");
      } else {
        const group = [...top.alternatives, top.current];
        top = open.pop() ?? top;
        top.current.push(group);
      }
    } else {
      top.current.push(character);
    }
  }
  while (open.length > 0) closeAsLiteral();
  return top.current;
}

/** How many globs there will be, and how many characters in all of them. */
function extent(parts: readonly Part[]): { globs: number; length: number } {
  let globs = 1;
  let length = 0;
  for (const part of parts) {
    if (typeof part === "string") {
      length += globs;
      continue;
    }
    const inner = part.map(extent);
    const innerGlobs = inner.reduce((sum, one) => sum + one.globs, 0);
    const innerLength = inner.reduce((sum, one) => sum + one.length, 0);
    length = length * innerGlobs + globs * innerLength;
    globs *= innerGlobs;
  }
  return { globs, length };
}

function expand(parts: readonly Part[]): string[][] {
  let expanded: string[][] = [[]];
  for (const part of parts) {
    if (typeof part === "string") for (const one of expanded) one.push(part);
    else {
      const endings = part.flatMap(expand);
      expanded = expanded.flatMap((one) => endings.map((ending) => [...one, ...ending]));
    }
  }
  return expanded;
}
