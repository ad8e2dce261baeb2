import { comparePaths, type FileMetadata, validatePath } from "@x/vfs";
import { type Fault, fault, readOnlyFault } from "../fault.js";

const page = (length: number) => (files: FileMetadata[]) => files.slice(0, length);

function likePattern(prefix: string): RegExp {
  const escaped = prefix.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("_", ".").replaceAll("%", ".*")}`, "s");
}

export const listingFaults: readonly Fault[] = [
  fault("list/empty", "an empty store lists undefined", (base) => ({
    async listFiles(options) {
      const files = await base.listFiles(options);
      return files.length === 0 && options === undefined ? (undefined as never) : files;
    },
  })),
  fault(
    "list/empty",
    "a prefix without files is refused",
    (base) => ({
      async listFiles(options) {
        const files = await base.listFiles(options);
        if (files.length === 0) throw new Error("no files");
        return files;
      },
    }),
    {
      also: ["list/prefix-is-literal", "list/prefix-never-refused", "model/agrees-with-a-map"],
    },
  ),
  readOnlyFault("list/complete", "a listing ends after four files", (base) => ({
    listFiles: async (options) => page(4)(await base.listFiles(options)),
  })),
  fault("list/many", "a listing ends after a page of 1,000", (base) => ({
    listFiles: async (options) => page(1000)(await base.listFiles(options)),
  })),
  fault("list/order", "listings are sorted without case", (base) => ({
    listFiles: async (options) =>
      (await base.listFiles(options)).sort((a, b) => comparePaths(a.path.toLowerCase(), b.path.toLowerCase())),
  })),
  fault("list/order", "listings are sorted segment by segment", (base) => ({
    listFiles: async (options) =>
      (await base.listFiles(options)).sort((a, b) =>
        comparePaths(a.path.replaceAll("/", "\u0001"), b.path.replaceAll("/", "\u0001")),
      ),
  })),
  fault("list/order-utf8", "listings are sorted by UTF-16 units", (base) => ({
    listFiles: async (options) => (await base.listFiles(options)).sort((a, b) => (a.path < b.path ? -1 : 1)),
  })),
  fault("list/prefix-is-a-string", "files below are left out where others match themselves", (base) => ({
    async listFiles(options) {
      const files = await base.listFiles(options);
      const { prefix = "" } = options ?? {};
      if (prefix.length < 2 || prefix.includes("/")) return files;
      const direct = files.filter(({ path }) => !path.slice(prefix.length).includes("/"));
      return direct.length > 0 ? direct : files;
    },
  })),
  fault(
    "list/prefix-is-a-string",
    "a prefix is a directory",
    (base) => ({
      async listFiles({ prefix = "", signal } = {}) {
        const directory = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
        return base.listFiles({ prefix: directory, signal });
      },
    }),
    { also: ["list/prefix-is-literal", "list/prefix-of-each", "model/agrees-with-a-map"] },
  ),
  fault("list/prefix-is-literal", "a prefix is a LIKE pattern", (base) => ({
    listFiles: async ({ prefix = "", signal } = {}) =>
      (await base.listFiles({ signal })).filter(({ path }) => likePattern(prefix).test(path)),
  })),
  fault("list/prefix-is-literal", "a prefix is compared without case", (base) => ({
    listFiles: async ({ prefix = "", signal } = {}) =>
      (await base.listFiles({ signal })).filter(({ path }) => path.toLowerCase().startsWith(prefix.toLowerCase())),
  })),
  fault("list/prefix-is-literal", "a prefix is trimmed", (base) => ({
    listFiles: ({ prefix = "", signal } = {}) => base.listFiles({ prefix: prefix.trim(), signal }),
  })),
  fault("list/prefix-never-refused", "a prefix with a NUL is refused", (base) => ({
    async listFiles(options) {
      if (options?.prefix?.includes("\0") === true) validatePath(options.prefix);
      return base.listFiles(options);
    },
  })),
  fault("list/prefix-never-refused", "the prefix .. leads to all files", (base) => ({
    listFiles: (options) => base.listFiles(options?.prefix === ".." ? {} : options),
  })),
  fault("list/no-contents", "listings hold the contents", (base) => ({
    listFiles: async (options) =>
      (await base.listFiles(options)).map((file) => ({ ...file, content: base.existing(file.path).content })),
  })),
  readOnlyFault("list/prefix-of-each", "a prefix of one character lists nothing", (base) => ({
    listFiles: async (options) =>
      options?.prefix?.length === 1 && options.prefix < "g" ? [] : base.listFiles(options),
  })),
];
