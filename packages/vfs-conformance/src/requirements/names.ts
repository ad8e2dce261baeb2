import { type Storage, VfsError } from "@x/vfs";
import { attempt, bytesOf, expectContent, expectSamePaths, expectThat, isGone, listedPaths } from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const prototypeNames = ["__proto__", "constructor", "hasOwnProperty", "toString", "valueOf", "prototype/__proto__"];

/** Two spellings of which a medium may make one: both whole, or the second refused and the first whole. */
async function neverReplacesSilently(storage: Storage, first: string, second: string): Promise<void> {
  await storage.writeFile(first, bytesOf("the first"), "text/plain");
  const result = await attempt(() => storage.writeFile(second, bytesOf("the second"), "text/plain"));
  await expectContent(storage, first, "the first");
  if ("error" in result) {
    expectThat(
      VfsError.is(result.error),
      `the second spelling was refused without a VfsError: ${showValue(result.error)}`,
    );
    return;
  }
  await expectContent(storage, second, "the second");
}

/** Two spellings that are two files. */
async function keepsApart(storage: Storage, first: string, second: string): Promise<void> {
  await storage.writeFile(first, bytesOf("first"), "text/plain");
  const result = await attempt(() => storage.writeFile(second, bytesOf("second"), "text/plain"));
  expectThat(!("error" in result), `the second name was refused: ${showValue("error" in result && result.error)}`);
  expectSamePaths(await listedPaths(storage), [first, second]);
}

export const nameRequirements: readonly StorageRequirement[] = [
  must(
    "names/prototype",
    "__proto__, constructor and hasOwnProperty are files like any other: missing until they are written, and whole afterwards.",
    async ({ storage }) => {
      for (const name of prototypeNames)
        expectThat(await isGone(storage, name), `${name} can be read before it was written`);
      for (const name of prototypeNames) await storage.writeFile(name, bytesOf(name), "text/plain");
      for (const name of prototypeNames) await expectContent(storage, name, name);
      expectSamePaths(await listedPaths(storage), prototypeNames);
      for (const name of prototypeNames) await storage.deleteFile(name);
      for (const name of prototypeNames)
        expectThat(await isGone(storage, name), `${name} can be read after it was deleted`);
    },
  ),
  must(
    "names/object-prototype-untouched",
    "Object.prototype is never touched.",
    async ({ storage, objectPrototype }) => {
      await storage.writeFile("__proto__/polluted", bytesOf("yes"), "text/plain");
      await storage.writeFile("constructor/prototype/polluted", bytesOf("yes"), "text/plain");
      const added = Reflect.ownKeys(Object.prototype).filter((key) => !objectPrototype.includes(key));
      expectThat(added.length === 0, `Object.prototype has new members: ${showValue(added.map(String))}`);
    },
  ),
  must(
    "names/case-distinct",
    "Upper and lower case are different names where the medium can tell them apart.",
    ({ storage }) => keepsApart(storage, "Case/Name.txt", "Case/name.txt"),
    {
      skip: ({ caseSensitive = true }) =>
        caseSensitive ? undefined : "traits.caseSensitive is false: the medium cannot tell the names apart",
    },
  ),
  must(
    "names/case-never-replaces",
    "A second spelling in another case never silently replaces the first file's content.",
    ({ storage }) => neverReplacesSilently(storage, "Letters.txt", "letters.txt"),
  ),
  must(
    "names/unicode-forms-distinct",
    "NFC and NFD forms are different names where the medium can tell them apart.",
    ({ storage }) => keepsApart(storage, "caf\u00e9.txt", "cafe\u0301.txt"),
    {
      skip: ({ distinguishesUnicodeForms = true }) =>
        distinguishesUnicodeForms
          ? undefined
          : "traits.distinguishesUnicodeForms is false: the medium cannot tell the names apart",
    },
  ),
  must(
    "names/unicode-forms-never-replace",
    "A second spelling in another Unicode form never silently replaces the first file's content.",
    ({ storage }) => neverReplacesSilently(storage, "\u00e9t\u00e9.txt", "e\u0301te\u0301.txt"),
  ),
];
