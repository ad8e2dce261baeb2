import { setTimeout } from "node:timers/promises";
import { contentTypeForPath, type FileMetadata, type Storage } from "@x/vfs";
import { bytesOf, expectThat } from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

async function metadataOf(storage: Storage, path: string): Promise<FileMetadata> {
  return (await storage.readFile(path)).metadata;
}

async function expectType(storage: Storage, path: string, expected: string): Promise<void> {
  const { contentType } = await metadataOf(storage, path);
  expectThat(contentType === expected, `the content type ${showValue(contentType)} instead of ${showValue(expected)}`);
}

export const metadataRequirements: readonly StorageRequirement[] = [
  must(
    "metadata/size-in-bytes",
    "size is in bytes, not in characters.",
    async (context) => {
      for (const [path, content] of await context.files()) {
        const { size } = await metadataOf(context.storage, path);
        expectThat(size === content.length, `${path} has ${content.length} bytes and the size ${showValue(size)}`);
      }
    },
    { onReadOnly: true },
  ),
  must("metadata/size-follows-writes", "size is that of the last write.", async ({ storage }) => {
    for (const text of ["twelve bytes", "three", "", "and more bytes than ever"]) {
      await storage.writeFile("sized.txt", bytesOf(text), "text/plain");
      const { size } = await metadataOf(storage, "sized.txt");
      expectThat(size === text.length, `the size ${showValue(size)} after a write of ${text.length} bytes`);
    }
  }),
  must(
    "metadata/content-type-stored",
    "contentType is what was written, in its own case, whatever the path's extension says; it may be empty.",
    async ({ storage }) => {
      for (const type of ["text/x-special; charset=utf-8", "text/other", "Text/X-Special; Charset=UTF-8", ""]) {
        await storage.writeFile("data.json", bytesOf("{}"), type);
        await expectType(storage, "data.json", type);
      }
    },
    {
      skip: ({ storesContentType = true }) =>
        storesContentType ? undefined : "traits.storesContentType is false: the store derives it from the path",
    },
  ),
  must(
    "metadata/content-type-derived",
    "A store that cannot keep the content type derives it with contentTypeForPath.",
    async ({ storage }) => {
      for (const path of ["page.html", "Makefile", "data.json", "unknown.extension-of-none"]) {
        await storage.writeFile(path, bytesOf("content"), "text/x-special");
        await expectType(storage, path, contentTypeForPath(path));
      }
    },
    {
      skip: ({ storesContentType = true }) =>
        storesContentType ? "traits.storesContentType: the store keeps what was written" : undefined,
    },
  ),
  must(
    "metadata/updated-at",
    "updatedAt is a valid Date, or absent when unknown.",
    async (context) => {
      for (const path of (await context.files()).keys()) {
        const { updatedAt } = await metadataOf(context.storage, path);
        const valid = updatedAt === undefined || (updatedAt instanceof Date && !Number.isNaN(updatedAt.getTime()));
        expectThat(valid, `updatedAt of ${path} is ${showValue(updatedAt)}`);
      }
    },
    { onReadOnly: true },
  ),
  must(
    "metadata/updated-at-tells-writes",
    "updatedAt is when the content was last written: reading changes nothing about it, and it does not go back with a later write.",
    async ({ storage }) => {
      await storage.writeFile("dated.txt", bytesOf("1"), "text/plain");
      const first = (await metadataOf(storage, "dated.txt")).updatedAt;
      await setTimeout(5);
      const again = (await metadataOf(storage, "dated.txt")).updatedAt;
      expectThat(Object.is(timeOf(again), timeOf(first)), `${showValue(first)}, and after reading ${showValue(again)}`);
      await storage.writeFile("dated.txt", bytesOf("2"), "text/plain");
      const later = (await metadataOf(storage, "dated.txt")).updatedAt;
      const ordered = !(timeOf(later) < timeOf(first));
      expectThat(ordered, `${showValue(first)}, and after a later write ${showValue(later)}`);
    },
  ),
  must(
    "metadata/same-everywhere",
    "A listing shows the same metadata as readFile.",
    async (context) => {
      await context.files();
      for (const listed of await context.storage.listFiles()) {
        const read = await metadataOf(context.storage, listed.path);
        expectThat(
          showValue(fields(read)) === showValue(fields(listed)),
          `listFiles says ${showValue(fields(listed))} and readFile ${showValue(fields(read))}`,
        );
      }
    },
    { onReadOnly: true },
  ),
];

/** NaN where it is no date, which another requirement tells. */
function timeOf(updatedAt: unknown): number {
  return updatedAt instanceof Date ? updatedAt.getTime() : Number.NaN;
}

/** What readFile and listFiles must agree on, in one order, as stores build the object in theirs. */
function fields({ path, contentType, size, updatedAt }: FileMetadata): Record<string, unknown> {
  return { path, contentType, size, updatedAt };
}
