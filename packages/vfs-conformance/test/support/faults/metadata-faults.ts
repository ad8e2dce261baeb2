import { contentTypeForPath, validatePath } from "@x/vfs";
import { type Fault, fault } from "../fault.js";

const decoder = new TextDecoder();

export const metadataFaults: readonly Fault[] = [
  fault("metadata/size-in-bytes", "size counts characters", (base) => {
    const counted = (path: string) => ({
      ...base.metadata(path),
      size: decoder.decode(base.existing(path).content).length,
    });
    return {
      listFiles: async (options) => (await base.listFiles(options)).map(({ path }) => counted(path)),
      readFile: async (path, options) => ({
        content: (await base.readFile(path, options)).content,
        metadata: counted(path),
      }),
    };
  }),
  fault("metadata/size-follows-writes", "the size of a small file stays that of its first write", (base) => {
    const sizes = new Map<string, number>();
    return {
      async readFile(path, options) {
        const { content, metadata } = await base.readFile(path, options);
        const size = sizes.get(path) ?? metadata.size;
        sizes.set(path, size);
        return { content, metadata: size < 64 ? { ...metadata, size } : metadata };
      },
    };
  }),
  fault("metadata/content-type-stored", "the content type is guessed from the path", (base) => ({
    writeFile: (path, content, _type, options) =>
      base.writeFile(path, content, typeof path === "string" ? contentTypeForPath(path) : "", options),
  })),
  fault("metadata/content-type-stored", "the content type stays that of the first write", (base) => ({
    writeFile: (path, content, type, options) =>
      base.writeFile(path, content, base.files.get(path)?.contentType ?? type, options),
  })),
  fault("metadata/content-type-stored", "the content type is in lower case", (base) => ({
    async writeFile(path, content, type, options) {
      validatePath(path);
      return base.writeFile(path, content, type.toLowerCase(), options);
    },
  })),
  fault("metadata/content-type-stored", "an empty content type is replaced", (base) => ({
    writeFile: (path, content, type, options) =>
      base.writeFile(path, content, type || "application/octet-stream", options),
  })),
  fault(
    "metadata/content-type-derived",
    "every file is application/octet-stream",
    (base) => ({
      writeFile: (path, content, _type, options) => base.writeFile(path, content, "application/octet-stream", options),
    }),
    { traits: { storesContentType: false } },
  ),
  fault("metadata/updated-at", "updatedAt is a number", (base) => {
    const numbered = (path: string) => ({
      ...base.metadata(path),
      updatedAt: base.existing(path).updatedAt.getTime() as never,
    });
    return {
      listFiles: async (options) => (await base.listFiles(options)).map(({ path }) => numbered(path)),
      readFile: async (path, options) => ({
        content: (await base.readFile(path, options)).content,
        metadata: numbered(path),
      }),
    };
  }),
  fault("metadata/updated-at-tells-writes", "reading moves updatedAt on", (base) => ({
    async readFile(path, options) {
      const file = await base.readFile(path, options);
      base.existing(path).updatedAt = new Date(file.metadata.updatedAt!.getTime() + 1);
      return file;
    },
  })),
  fault("metadata/same-everywhere", "a listing has no updatedAt", (base) => ({
    listFiles: async (options) =>
      (await base.listFiles(options)).map(({ path, contentType, size }) => ({ path, contentType, size })),
  })),
];
