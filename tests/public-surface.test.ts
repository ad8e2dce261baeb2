import { expect, test } from "vitest";

/**
 * What each package exports, as literals: a change here is a change of the public API and wants a changeset.
 * Types are held by the type tests of the packages.
 */
const surface: Record<string, readonly string[]> = {
  "@x/vfs": ["VfsError", "comparePaths", "contentTypeForPath", "readOnly", "validatePath", "withPathLock"],
};

test.each(Object.entries(surface))("%s exports exactly these values", async (name, names) => {
  const module = (await import(name)) as object;
  expect(Object.keys(module).sort()).toEqual([...names].sort());
});
