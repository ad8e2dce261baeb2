import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface TreeSize {
  readonly files: number;
  readonly directories: number;
}

/** What the searches of the bench look for: a few files hold each. */
export const rareNames = { literal: "reconcileLedgerEntries", call: "settleInvoice(batch, 1234)" };

const words =
  "account batch cache channel client config context cursor document event filter handler index item key ledger list message node option order page parser path query queue record request response result route schema score session signal source state store stream table target task token user value version window worker".split(
    " ",
  );

/** A tree of source-like files: the same size gives the same paths and the same bytes on every machine. */
export function createSourceTree({ files, directories }: TreeSize): Record<string, string> {
  const random = createRandom(1);
  const word = () => words[Math.floor(random() * words.length)] ?? "";
  const paths = ["src"];
  while (paths.length < directories) {
    const parent = paths[Math.floor(random() * paths.length)] ?? "src";
    paths.push(`${parent.split("/").length > 7 ? "src" : parent}/${word()}${paths.length}`);
  }
  const extensions = ["ts", "ts", "ts", "tsx", "json", "md", "py", "css"];
  const tree: Record<string, string> = {};
  for (let index = 0; index < files; index++) {
    // Every directory has a file, so that all of them exist on disk too.
    const directory = paths[index < paths.length ? index : Math.floor(random() * paths.length)] ?? "src";
    const extension = extensions[Math.floor(random() * extensions.length)] ?? "ts";
    tree[`${directory}/${word()}-${word()}${index}.${extension}`] = createSource(word, random, index);
  }
  return tree;
}

/** About 2.5 KB on average, from a few lines to a few hundred. */
function createSource(word: () => string, random: () => number, index: number): string {
  const lines: string[] = [];
  const count = 5 + Math.floor(random() ** 3 * 220);
  for (let line = 0; line < count; line++) {
    const [a, b, c] = [word(), word(), word()];
    const forms = [
      `import { ${a}, ${b} } from "../${c}/${a}.js";`,
      `  const ${a}${line} = await ${b}.get(${c}, { ${a}: "${b}" });`,
      `  if (${a}.${b} !== undefined && ${c} > ${line}) return ${a}.${c}(${b});`,
      `// The ${a} of a ${b} is kept until the ${c} ends, so that no ${a} is lost.`,
      "",
      "}",
    ];
    lines.push(forms[Math.floor(random() * forms.length)] ?? "");
  }
  if (index % 1_500 === 7) lines.splice(count >> 1, 0, `  ${rareNames.literal}(${word()});`);
  if (index % 1_500 === 70) lines.splice(count >> 1, 0, `  await ${rareNames.call};`);
  return `${lines.join("\n")}\n`;
}

export function writeSourceTree(root: string, tree: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(tree)) {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/** The mulberry32 generator: from 0 to below 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
