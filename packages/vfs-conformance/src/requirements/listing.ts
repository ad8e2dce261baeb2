import { comparePaths } from "@x/vfs";
import { bytesOf, expectSamePaths, expectThat, listedPaths, writeMany } from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type RequirementContext, type StorageRequirement } from "../storage-requirement.js";

async function writeEach({ storage }: RequirementContext, paths: readonly string[]): Promise<void> {
  for (const path of paths) await storage.writeFile(path, bytesOf(path), "text/plain");
}

async function expectOrder(context: RequirementContext, ordered: readonly string[]): Promise<void> {
  await writeEach(context, [...ordered].reverse());
  const listed = await listedPaths(context.storage);
  expectThat(
    listed.length === ordered.length && listed.every((path, index) => path === ordered[index]),
    `the order ${showValue(listed)} instead of ${showValue(ordered)}`,
  );
}

const anyPrefixes = [
  "..",
  ".",
  "/",
  "//",
  "a//b",
  "a\\b",
  "\0",
  "\ud800",
  "\udfff",
  "../../etc",
  "x".repeat(2000),
  "/docs/",
];

export const listingRequirements: readonly StorageRequirement[] = [
  must("list/empty", "A store without files lists [].", async ({ storage }) => {
    expectSamePaths(await listedPaths(storage), []);
    expectSamePaths(await listedPaths(storage, ""), []);
  }),
  must(
    "list/complete",
    "listFiles lists every file once, and nothing else.",
    async (context) => {
      const files = await context.files();
      expectSamePaths(await listedPaths(context.storage), [...files.keys()]);
    },
    { onReadOnly: true },
  ),
  must("list/many", "A listing is complete however many files there are.", async ({ storage, bare }) => {
    const paths = await writeMany(bare, 1050);
    const listed = new Set(await listedPaths(storage));
    const missing = paths.filter((path) => !listed.has(path));
    expectThat(
      missing.length === 0,
      `${missing.length} of ${paths.length} files are not listed, ${showValue(missing)} among them`,
    );
  }),
  must(
    "list/order",
    "Listings are sorted by the bytes of the whole path: B before a, a-b before a.txt before a/b before a0.",
    (context) =>
      expectOrder(context, [
        "B.txt",
        "Z/a.txt",
        "_x.txt",
        "a-b.txt",
        "a.txt",
        "a/b.txt",
        "a/b/c.txt",
        "a0.txt",
        "b-10.txt",
        "b-9.txt",
      ]),
  ),
  must(
    "list/order-utf8",
    "Listings are sorted by the bytes of the path in UTF-8, in which U+FF5E comes before characters beyond U+FFFF.",
    (context) => expectOrder(context, ["z.txt", "ß.txt", "中.txt", "～.txt", "😀.txt"]),
  ),
  must(
    "list/prefix-is-a-string",
    "A prefix is a plain string: with ab.txt, abc.txt and ab/c.txt, the prefix ab gives all three and ab/ the last.",
    async (context) => {
      await writeEach(context, ["ab.txt", "abc.txt", "ab/c.txt", "b.txt"]);
      expectSamePaths(await listedPaths(context.storage, "ab"), ["ab.txt", "abc.txt", "ab/c.txt"]);
      expectSamePaths(await listedPaths(context.storage, "ab/"), ["ab/c.txt"]);
      expectSamePaths(await listedPaths(context.storage, "ab/c.t"), ["ab/c.txt"]);
      expectSamePaths(await listedPaths(context.storage, "ab.txt"), ["ab.txt"]);
    },
  ),
  must(
    "list/prefix-is-literal",
    "No character of a prefix is a wildcard, its case counts, and so do its spaces.",
    async (context) => {
      await writeEach(context, [
        "under_score.txt",
        "underXscore.txt",
        "per%cent.txt",
        "perXXcent.txt",
        "[set].txt",
        "s.txt",
        "two words.txt",
        "twofold.txt",
      ]);
      expectSamePaths(await listedPaths(context.storage, "under_"), ["under_score.txt"]);
      expectSamePaths(await listedPaths(context.storage, "per%c"), ["per%cent.txt"]);
      expectSamePaths(await listedPaths(context.storage, "[set]"), ["[set].txt"]);
      expectSamePaths(await listedPaths(context.storage, "two "), ["two words.txt"]);
      for (const prefix of [" two", " ", "UNDER", "u*", "s?", "%", "^s", "S"])
        expectSamePaths(await listedPaths(context.storage, prefix), []);
    },
  ),
  must(
    "list/prefix-never-refused",
    "A prefix may be any string and is never refused, also where it could not be a path.",
    async (context) => {
      const paths = [...(await context.files()).keys()];
      for (const prefix of anyPrefixes) {
        const matching = paths.filter((path) => path.startsWith(prefix));
        expectSamePaths(await listedPaths(context.storage, prefix), matching);
      }
    },
    { onReadOnly: true },
  ),
  must(
    "list/no-contents",
    "A listing is metadata only: no entry holds anything but path, contentType, size, updatedAt and version.",
    async (context) => {
      await context.files();
      const known = ["path", "contentType", "size", "updatedAt", "version"];
      for (const file of await context.storage.listFiles()) {
        const extra = Object.keys(file).filter((key) => !known.includes(key));
        expectThat(extra.length === 0, `the entry of ${showValue(file.path)} also holds ${showValue(extra)}`);
      }
    },
    { onReadOnly: true },
  ),
  must(
    "list/prefix-of-each",
    "Every prefix of a path, cut at any character, lists that file, in the order of comparePaths.",
    async (context) => {
      const paths = [...(await context.files()).keys()].slice(0, 4);
      for (const path of paths) {
        const characters = Array.from(path);
        for (let length = 1; length <= characters.length; length++) {
          const prefix = characters.slice(0, length).join("");
          const listed = await listedPaths(context.storage, prefix);
          expectThat(listed.includes(path), `the prefix ${showValue(prefix)} lists ${showValue(listed)}`);
          expectThat(
            listed.every((other) => other.startsWith(prefix)),
            `the prefix ${showValue(prefix)} lists ${showValue(listed)}`,
          );
          expectThat(showValue([...listed].sort(comparePaths)) === showValue(listed), `unsorted: ${showValue(listed)}`);
        }
      }
    },
    { onReadOnly: true },
  ),
];
