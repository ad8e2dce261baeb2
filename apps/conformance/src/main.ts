import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hasFailures, runMatrix } from "./conformance-matrix.js";
import { matrixJson } from "./matrix-json.js";
import { matrixMarkdown } from "./matrix-markdown.js";
import { printMatrix } from "./print-matrix.js";
import { stores } from "./stores.js";

const usage = `Runs the conformance suite on every store and wrapper, and writes the matrix into docs/.

  --seed <integer>  repeats the random part of an earlier run
  --out <directory> writes conformance-matrix.md and .json there instead
`;

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { seed: { type: "string" }, out: { type: "string", default: docs }, help: { type: "boolean" } },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  const matrix = await runMatrix(stores, seed, (name, failed, usedSeed) => {
    const told = failed.map(({ id, reason = "" }) => `\n  ${id}\n    ${reason.replaceAll("\n", "\n    ")}`).join("");
    process.stdout.write(
      `${name}: ${failed.length === 0 ? "keeps the contract" : `${failed.length} failed`} (seed ${usedSeed})${told}\n`,
    );
  });
  process.stdout.write(`\n${printMatrix(matrix)}`);
  await writeFile(join(values.out, "conformance-matrix.md"), matrixMarkdown(matrix));
  await writeFile(join(values.out, "conformance-matrix.json"), matrixJson(matrix));
  return hasFailures(matrix) ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
