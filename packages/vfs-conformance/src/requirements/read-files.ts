import type { MissingFile, StoredFile } from "@x/vfs";
import {
  abortedSignal,
  attempt,
  bytesOf,
  capability,
  expectBytes,
  expectContent,
  expectReason,
  expectThat,
  patternBytes,
  writeMany,
} from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const needs = ["readFiles"] as const;
const options = { needs, onReadOnly: true } as const;

/** What each step gave, with a copy of the bytes, as a consumer must not keep them. */
async function collect(files: AsyncIterable<StoredFile | MissingFile>): Promise<(StoredFile | MissingFile)[]> {
  const collected: (StoredFile | MissingFile)[] = [];
  for await (const file of files) {
    collected.push("missing" in file ? file : { content: file.content.slice(), metadata: file.metadata });
  }
  return collected;
}

export const readFilesRequirements: readonly StorageRequirement[] = [
  must(
    "read-files/contents",
    "readFiles gives each file with its exact content and the metadata that readFile gives.",
    async (context) => {
      const files = await context.files();
      const collected = await collect(capability(context.storage, "readFiles")(files.keys()));
      expectThat(collected.length === files.size, `${collected.length} steps for ${files.size} paths`);
      for (const file of collected) {
        expectThat(!("missing" in file), `a file that exists is called missing: ${showValue(file)}`);
        const { path } = file.metadata;
        expectBytes(file.content, files.get(path) ?? new Uint8Array(), `the content of ${path}`);
        const { size, contentType } = (await context.storage.readFile(path)).metadata;
        const same = file.metadata.size === size && file.metadata.contentType === contentType;
        expectThat(same, `the metadata ${showValue(file.metadata)}, while readFile says ${size} and ${contentType}`);
      }
    },
    options,
  ),
  must(
    "read-files/order",
    "readFiles keeps the order of the paths it was asked for, also of a path that is asked for twice.",
    async ({ storage }) => {
      const paths = ["d.txt", "a.txt", "c.txt", "b/x.txt", "e.txt"];
      // Unequal sizes, so that reads which run at once would end in another order.
      for (const [index, path] of paths.entries())
        await storage.writeFile(path, patternBytes((5 - index) * 40_000), "text/plain");
      const asked = ["c.txt", "a.txt", "d.txt", "a.txt", "a.txt", "b/x.txt", "e.txt", "c.txt"];
      const given = (await collect(capability(storage, "readFiles")(asked))).map((file) =>
        "missing" in file ? "missing" : file.metadata.path,
      );
      expectThat(showValue(given) === showValue(asked), `the order ${showValue(given)} instead of ${showValue(asked)}`);
    },
    { needs },
  ),
  must(
    "read-files/missing",
    "readFiles yields a marker { path, missing: true } in the place of each file that does not exist.",
    async (context) => {
      const [path = ""] = (await context.files()).keys();
      const asked = ["missing.txt", path, "no/such/missing.txt", "missing.txt"];
      const collected = await collect(capability(context.storage, "readFiles")(asked));
      const told = collected.map((file) => ("missing" in file ? file : file.metadata.path));
      const expected = asked.map((name) => (name === path ? name : { path: name, missing: true }));
      expectThat(showValue(told) === showValue(expected), `${showValue(told)} instead of ${showValue(expected)}`);
    },
    options,
  ),
  must(
    "read-files/none",
    "readFiles of no paths yields nothing.",
    async ({ storage }) => {
      const collected = await collect(capability(storage, "readFiles")([]));
      expectThat(collected.length === 0, `${collected.length} steps`);
    },
    options,
  ),
  must(
    "read-files/many",
    "readFiles gives every one of several hundred files.",
    async ({ storage, bare }) => {
      const paths = await writeMany(bare, 300);
      let steps = 0;
      for await (const file of capability(storage, "readFiles")(paths)) {
        const path = paths[steps++] ?? "";
        expectThat(!("missing" in file), `${path} is called missing`);
        expectBytes(file.content, bytesOf(path), `the content of ${path}`);
      }
      expectThat(steps === paths.length, `${steps} steps for ${paths.length} paths`);
    },
    { needs },
  ),
  must(
    "read-files/leaving-early",
    "A consumer may leave readFiles after any step, and the store goes on working.",
    async ({ storage }) => {
      const paths = Array.from({ length: 40 }, (_, index) => `left/${index}.txt`);
      for (const path of paths) await storage.writeFile(path, bytesOf(path), "text/plain");
      for await (const file of capability(storage, "readFiles")(paths)) {
        expectThat(!("missing" in file), `${paths[0]} is called missing`);
        break;
      }
      await storage.writeFile("left/0.txt", bytesOf("later"), "text/plain");
      await expectContent(storage, "left/0.txt", "later");
      await storage.deleteFile("left/1.txt");
    },
    { needs },
  ),
  must(
    "read-files/abort",
    "readFiles with an aborted signal fails with its reason.",
    async (context) => {
      const paths = [...(await context.files()).keys()];
      const { signal, reason } = abortedSignal();
      await expectReason(() => collect(capability(context.storage, "readFiles")(paths, { signal })), reason);
    },
    options,
  ),
  must(
    "read-files/abort-between-steps",
    "readFiles whose signal is aborted between two steps fails with the reason.",
    async ({ storage }) => {
      const paths = Array.from({ length: 120 }, (_, index) => `stop/${index}.txt`);
      for (const path of paths) await storage.writeFile(path, bytesOf(path), "text/plain");
      const controller = new AbortController();
      const reason = { reason: "enough" };
      let steps = 0;
      const result = await attempt(async () => {
        for await (const file of capability(storage, "readFiles")(paths, { signal: controller.signal })) {
          expectThat(!("missing" in file), `a file that exists is called missing: ${showValue(file)}`);
          if (++steps === 2) controller.abort(reason);
        }
      });
      expectThat(
        "error" in result && result.error === reason,
        `it gave ${steps} files and did not fail with the reason`,
      );
    },
    { needs },
  ),
];
