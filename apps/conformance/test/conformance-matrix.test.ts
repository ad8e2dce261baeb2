import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hasFailures, runMatrix } from "../src/conformance-matrix.js";
import { matrixJson } from "../src/matrix-json.js";
import { matrixMarkdown } from "../src/matrix-markdown.js";
import { stores } from "../src/stores.js";

const docs = (name: string) =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");

test("every store keeps the contract, and the pages in docs/ say so", async () => {
  const matrix = await runMatrix(stores, undefined);
  const failed = matrix.requirements.flatMap(({ id, cells }) =>
    cells.filter(({ outcome }) => outcome === "fail").map(({ store, reason }) => `${store}: ${id}\n${reason}`),
  );
  expect(failed).toEqual([]);
  expect(hasFailures(matrix)).toBe(false);
  expect(matrixMarkdown(matrix), "run `npm run conformance` to write the pages again").toBe(
    docs("conformance-matrix.md"),
  );
  expect(matrixJson(matrix)).toBe(docs("conformance-matrix.json"));
});
