import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8").replaceAll("\r\n", "\n");
const guide = read("../../docs/writing-a-storage.md");
const code = ["key-value-client.ts", "key-value-storage.ts", "key-value-storage.test.ts"].map(read);
const blocks = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = ""]) => block);

/** Without the indentation of its first line, so that a part of a function may be shown by itself. */
function unindented(text: string): string {
  const indentation = /^ */.exec(text)?.[0] ?? "";
  return text.replaceAll(`\n${indentation}`, "\n").slice(indentation.length).trim();
}

test("the guide shows code", () => {
  expect(blocks.length).toBeGreaterThanOrEqual(5);
});

test.each(blocks.map((block) => [block.split("\n")[0], block]))(
  "the example has the code that begins %s",
  (_, block = "") => {
    const lines = block.trim().split("\n").length;
    const found = code.some((file) => {
      const all = file.split("\n");
      return all.some((_, start) => unindented(all.slice(start, start + lines).join("\n")) === block.trim());
    });
    expect(found).toBe(true);
  },
);
