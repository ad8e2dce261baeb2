import { comparePaths, VfsError } from "@x/vfs";
import {
  abortedSignal,
  attempt,
  bytesOf,
  capability,
  expectReason,
  expectSamePaths,
  expectThat,
  listedPaths,
  writeMany,
} from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const needs = ["search"] as const;

export const searchRequirements: readonly StorageRequirement[] = [
  must(
    "search/finds",
    "search gives the paths of the files that hold a plain word, and no others; [] for none.",
    async ({ storage }) => {
      await storage.writeFile("birds/one.txt", bytesOf("the zebrafinch sings"), "text/plain");
      await storage.writeFile("birds/two.txt", bytesOf("a zebrafinch flies"), "text/plain");
      await storage.writeFile("fish.txt", bytesOf("the carp swims"), "text/plain");
      const search = capability(storage, "search");
      expectSamePaths(await search.query("zebrafinch"), ["birds/one.txt", "birds/two.txt"]);
      expectSamePaths(await search.query("nightingale"), []);
    },
    { needs },
  ),
  must(
    "search/sorted",
    "search gives the paths sorted, like a listing.",
    async ({ storage }) => {
      for (const path of ["～.txt", "b.txt", "😀.txt", "a/z.txt", "a-b.txt"]) {
        await storage.writeFile(path, bytesOf("zebrafinch"), "text/plain");
      }
      const found = await capability(storage, "search").query("zebrafinch");
      expectThat(showValue([...found].sort(comparePaths)) === showValue(found), `the order ${showValue(found)}`);
    },
    { needs },
  ),
  must(
    "search/current",
    "search sees every write, by whatever method, and every delete as soon as it has resolved.",
    async ({ storage }) => {
      const search = capability(storage, "search");
      await storage.writeFile("a.txt", bytesOf("zebrafinch"), "text/plain");
      await storage.writeFile("b.txt", bytesOf("zebrafinch"), "text/plain");
      expectSamePaths(await search.query("zebrafinch"), ["a.txt", "b.txt"]);
      await storage.writeFile("a.txt", bytesOf("nightingale"), "text/plain");
      expectSamePaths(await search.query("zebrafinch"), ["b.txt"]);
      expectSamePaths(await search.query("nightingale"), ["a.txt"]);
      await storage.deleteFile("b.txt");
      expectSamePaths(await search.query("zebrafinch"), []);
      const { createFile, replaceFile, moveFile } = storage.capabilities;
      if (createFile) {
        await createFile("created.txt", bytesOf("zebrafinch"), "text/plain");
        expectSamePaths(await search.query("zebrafinch"), ["created.txt"]);
        await storage.deleteFile("created.txt");
      }
      if (replaceFile) {
        const { version = "" } = (await storage.readFile("a.txt")).metadata;
        await replaceFile("a.txt", bytesOf("zebrafinch"), "text/plain", version);
        expectSamePaths(await search.query("zebrafinch"), ["a.txt"]);
        expectSamePaths(await search.query("nightingale"), []);
      }
      if (moveFile) {
        await storage.writeFile("old-name.txt", bytesOf("chaffinch"), "text/plain");
        await moveFile("old-name.txt", "new-name.txt");
        expectSamePaths(await search.query("chaffinch"), ["new-name.txt"]);
      }
    },
    { needs },
  ),
  must(
    "search/many",
    "search gives every path that matches, however many there are.",
    async ({ storage, bare }) => {
      const paths = await writeMany(bare, 1050);
      const found = new Set(await capability(storage, "search").query("many"));
      const missing = paths.filter((path) => !found.has(path));
      expectThat(
        missing.length === 0,
        `${missing.length} of ${paths.length} files are not found, ${showValue(missing)} among them`,
      );
    },
    { needs },
  ),
  must(
    "search/syntax",
    "syntax tells a model how to search, in one or two sentences.",
    async ({ storage }) => {
      const syntax: unknown = capability(storage, "search").syntax;
      const told = typeof syntax === "string" && syntax.trim().length >= 20 && syntax.length <= 600;
      expectThat(told, `syntax is ${showValue(syntax)}: 20 to 600 characters would do`);
    },
    { needs, onReadOnly: true },
  ),
  must(
    "search/any-text",
    "search takes any text: it gives paths of files, or rejects with a VfsError.",
    async (context) => {
      const files = [...(await context.files()).keys()];
      const search = capability(context.storage, "search");
      const texts = [
        "",
        " ",
        '"',
        "'",
        "(",
        "*",
        "AND",
        "NOT",
        "a OR",
        "\\",
        "%",
        "_",
        ":",
        "-",
        "[z-a]",
        "\0",
        "\ud800",
        "NEAR(",
        "; --",
        "x".repeat(10_000),
      ];
      for (const text of texts) {
        const result = await attempt(() => search.query(text));
        if ("error" in result) {
          expectThat(
            VfsError.is(result.error),
            `${showValue(text)} rejected without a VfsError: ${showValue(result.error)}`,
          );
        } else {
          const unknown = result.value.filter((path) => !files.includes(path));
          expectThat(unknown.length === 0, `${showValue(text)} gave ${showValue(unknown)}, which are no files`);
        }
      }
    },
    { needs, onReadOnly: true },
  ),
  must(
    "search/abort",
    "search with an aborted signal rejects with its reason.",
    async ({ storage }) => {
      const { signal, reason } = abortedSignal();
      await expectReason(() => capability(storage, "search").query("word", { signal }), reason);
    },
    { needs, onReadOnly: true },
  ),
  must(
    "search/within-scope",
    "search in a scope finds only that scope's files, under their own paths.",
    async ({ storage }) => {
      const scope = capability(storage, "scope");
      await storage.writeFile("outside.txt", bytesOf("zebrafinch"), "text/plain");
      const [one, two] = [scope("one"), scope("two")];
      await one.writeFile("same.txt", bytesOf("zebrafinch"), "text/plain");
      await two.writeFile("other.txt", bytesOf("zebrafinch"), "text/plain");
      for (const [tenant, own] of [
        [one, "same.txt"],
        [two, "other.txt"],
      ] as const) {
        if (tenant.capabilities.search === undefined) continue;
        expectSamePaths(await tenant.capabilities.search.query("zebrafinch"), [own]);
        expectSamePaths(await listedPaths(tenant), [own]);
      }
    },
    { needs: ["search", "scope"] },
  ),
];
