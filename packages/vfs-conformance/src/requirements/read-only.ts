import type { Storage } from "@x/vfs";
import { bytesOf, capability, expectRejection, expectSamePaths, expectThat, listedPaths } from "../expectations.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const needs = ["readOnly"] as const;
const content = bytesOf("content");

export const readOnlyRequirements: readonly StorageRequirement[] = [
  must(
    "read-only/declared",
    "A store that refuses writes says capabilities.readOnly, and no other does.",
    async ({ bare, traits }) => {
      const declared: unknown = bare.capabilities.readOnly;
      const stated = traits.readOnly !== undefined;
      expectThat(
        declared === (stated ? true : undefined),
        `capabilities.readOnly is ${showValue(declared)}, while traits.readOnly is ${stated ? "" : "not "}stated`,
      );
    },
    { onReadOnly: true },
  ),
  must(
    "read-only/write",
    "A read-only store rejects writeFile with VFS_READ_ONLY, whether or not the file exists, and stays as it is.",
    async (context) => {
      const files = await context.files();
      const { storage } = context;
      const before = await listedPaths(storage);
      for (const path of [...files.keys(), "new.txt"]) {
        await expectRejection(
          () => storage.writeFile(path, content, "text/plain"),
          "VFS_READ_ONLY",
          `writeFile of ${path}`,
        );
      }
      expectSamePaths(await listedPaths(storage), before);
    },
    { needs, onReadOnly: true },
  ),
  must(
    "read-only/delete",
    "A read-only store rejects deleteFile with VFS_READ_ONLY, whether or not the file exists, and stays as it is.",
    async (context) => {
      const files = await context.files();
      const { storage } = context;
      const before = await listedPaths(storage);
      for (const path of [...files.keys(), "missing.txt"]) {
        await expectRejection(() => storage.deleteFile(path), "VFS_READ_ONLY", `deleteFile of ${path}`);
      }
      expectSamePaths(await listedPaths(storage), before);
    },
    { needs, onReadOnly: true },
  ),
  must(
    "read-only/no-writing-capability",
    "A read-only store offers no capability that writes.",
    async ({ bare }) => {
      const writing = writingCapabilities(bare);
      expectThat(writing.length === 0, `it offers ${writing.join(", ")}`);
    },
    { needs, onReadOnly: true },
  ),
  must(
    "read-only/scopes",
    "The scopes of a read-only store are read-only.",
    async ({ bare, storage }) => {
      const scope = capability(bare, "scope")("tenant");
      expectThat(scope.capabilities.readOnly === true, "a scope of it does not say readOnly");
      const writing = writingCapabilities(scope);
      expectThat(writing.length === 0, `a scope of it offers ${writing.join(", ")}`);
      const write = () => capability(storage, "scope")("tenant").writeFile("new.txt", content, "text/plain");
      await expectRejection(write, "VFS_READ_ONLY", "writeFile in a scope");
    },
    { needs: ["readOnly", "scope"], onReadOnly: true },
  ),
];

function writingCapabilities({ capabilities }: Storage): readonly string[] {
  return (["createFile", "replaceFile", "moveFile"] as const).filter((name) => capabilities[name] !== undefined);
}
