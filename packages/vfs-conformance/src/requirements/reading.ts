import { bytesOf, expectBytes, expectContent, expectRejection, patternBytes } from "../expectations.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const type = "application/octet-stream";

export const readingRequirements: readonly StorageRequirement[] = [
  must(
    "read/exact",
    "readFile gives the exact bytes of each file.",
    async (context) => {
      for (const [path, content] of await context.files()) await expectContent(context.storage, path, content);
    },
    { onReadOnly: true },
  ),
  must("read/all-bytes", "A file may hold every byte from 0 to 255.", async ({ storage }) => {
    const content = Uint8Array.from({ length: 512 }, (_, index) => (index < 256 ? index : 511 - index));
    await storage.writeFile("all.bin", content, type);
    await expectContent(storage, "all.bin", content);
  }),
  must(
    "read/text-untouched",
    "Text is bytes too: byte order marks, line endings and Unicode forms stay as they are.",
    async ({ storage }) => {
      const texts = [
        "\ufeffbom",
        "crlf\r\nlf\ncr\rend",
        "no newline at the end",
        "trailing  \n\n\n",
        "e\u0301 \u00e9",
        "\0",
        "\u001a",
      ];
      for (const [index, text] of texts.entries()) {
        await storage.writeFile(`text-${index}.txt`, bytesOf(text), "text/plain");
        await expectContent(storage, `text-${index}.txt`, text);
      }
    },
  ),
  must("read/empty", "An empty file is a file of no bytes.", async ({ storage }) => {
    await storage.writeFile("nothing.txt", new Uint8Array(), "text/plain");
    await expectContent(storage, "nothing.txt", new Uint8Array());
  }),
  must("read/large", "A file of 8 MiB comes back whole.", async ({ storage }) => {
    const content = patternBytes(8 * 1024 * 1024 + 3);
    await storage.writeFile("large.bin", content, type);
    await expectContent(storage, "large.bin", content);
  }),
  must(
    "read/missing",
    "Reading a file that does not exist rejects with VFS_FILE_NOT_FOUND, wherever it is missing.",
    async ({ storage }) => {
      for (const path of ["missing.txt", "no/such/directory/missing.txt"]) {
        await expectRejection(() => storage.readFile(path), "VFS_FILE_NOT_FOUND", `readFile of the missing ${path}`);
      }
    },
    { onReadOnly: true },
  ),
  must(
    "read/no-directories",
    "There are no directories: with shelf/row/book.txt, reading shelf or shelf/row is VFS_FILE_NOT_FOUND.",
    async ({ storage }) => {
      await storage.writeFile("shelf/row/book.txt", bytesOf("book"), "text/plain");
      for (const path of ["shelf", "shelf/row"]) {
        await expectRejection(() => storage.readFile(path), "VFS_FILE_NOT_FOUND", `readFile of ${path}`);
      }
    },
  ),
  must(
    "read/below-a-file",
    "Reading below a file, as leaf.txt/a where leaf.txt is one, is VFS_FILE_NOT_FOUND.",
    async ({ storage }) => {
      await storage.writeFile("leaf.txt", bytesOf("leaf"), "text/plain");
      for (const path of ["leaf.txt/a", "leaf.txt/a/b/c"]) {
        await expectRejection(() => storage.readFile(path), "VFS_FILE_NOT_FOUND", `readFile of ${path}`);
      }
    },
  ),
  must(
    "read/caller-owns-bytes",
    "The caller owns the bytes: changing them changes nothing in the store.",
    async (context) => {
      for (const path of (await context.files()).keys()) {
        const first = await context.storage.readFile(path);
        const kept = first.content.slice();
        first.content.fill(0x21);
        expectBytes(
          (await context.storage.readFile(path)).content,
          kept,
          `the content of ${path} on the second reading`,
        );
      }
    },
    { onReadOnly: true },
  ),
];
