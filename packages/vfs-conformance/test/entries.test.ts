import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = new URL("../src/", import.meta.url);

/** What a module and those of this package that it imports take from elsewhere. */
function outsideImports(file: string, seen = new Set<string>()): Set<string> {
  const outside = new Set<string>();
  if (seen.has(file)) return outside;
  seen.add(file);
  const text = readFileSync(new URL(file, source), "utf8");
  for (const [, name = ""] of text.matchAll(/^(?:import|export) [^"]*?from "([^"]+)";$/gms)) {
    if (!name.startsWith(".")) outside.add(name);
    else
      for (const inner of outsideImports(new URL(name.replace(/\.js$/, ".ts"), new URL(file, source)).href, seen))
        outside.add(inner);
  }
  return outside;
}

test("the root entry imports no test runner", () => {
  expect([...outsideImports("index.ts")].sort()).toEqual(["@x/vfs", "fast-check", "node:os", "node:timers/promises"]);
});

test("each other entry imports its runner alone", () => {
  expect(outsideImports("vitest.ts")).toContain("vitest");
  expect(outsideImports("vitest.ts")).not.toContain("node:test");
  expect(outsideImports("node-test.ts")).toContain("node:test");
  expect(outsideImports("node-test.ts")).not.toContain("vitest");
});

test("the build keeps the prefix of node:test, which exists under no other name", () => {
  const config = readFileSync(new URL("../../../tsup.config.ts", import.meta.url), "utf8");
  expect(config).toContain("removeNodeProtocol: false");
});
