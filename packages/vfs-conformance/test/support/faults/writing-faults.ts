import { setImmediate } from "node:timers/promises";
import { type FileMetadata, validatePath } from "@x/vfs";
import { type Fault, fault } from "../fault.js";

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export const writingFaults: readonly Fault[] = [
  fault("write/replaces", "a write of the same size and the same first bytes is taken for the same", (base) => ({
    async writeFile(path, content, type, options) {
      const old = base.files.get(path)?.content;
      if (old === undefined) return base.writeFile(path, content, type, options);
      if (
        old.length === content.length &&
        old.length > 64 &&
        Buffer.compare(old.subarray(0, 64), content.subarray(0, 64)) === 0
      )
        return;
      return base.writeFile(path, content, type, options);
    },
  })),
  fault("write/shrinks", "a shorter write leaves the tail of a long file", (base) => ({
    async writeFile(path, content, type, options) {
      const old = base.files.get(path)?.content;
      const tail =
        old !== undefined && old.length > 4096 && content.length < old.length
          ? old.subarray(content.length)
          : undefined;
      return base.writeFile(path, tail ? concat(content, tail) : content, type, options);
    },
  })),
  fault("write/grows", "a longer write is cut to the old size", (base) => ({
    async writeFile(path, content, type, options) {
      const size = base.files.get(path)?.content.length ?? 0;
      return base.writeFile(path, size >= 64 && size < 1000 ? content.slice(0, size) : content, type, options);
    },
  })),
  fault("write/keeps-own-copy", "the store keeps the caller's buffer", (base) => ({
    async writeFile(path, content, type, options) {
      await base.writeFile(path, content, type, options);
      base.existing(path).content = content;
    },
  })),
  fault("write/view", "the whole buffer behind a view is written", (base) => ({
    async writeFile(path, content, type, options) {
      const view = content instanceof Uint8Array && content.byteOffset > 0 && !Buffer.isBuffer(content);
      return base.writeFile(path, view ? new Uint8Array(content.buffer) : content, type, options);
    },
  })),
  fault("write/visible-at-once", "listings come from a cache that only deletes empty", (base) => {
    let cache: FileMetadata[] | undefined;
    return {
      async listFiles(options) {
        if (options !== undefined) return base.listFiles(options);
        return (cache ??= await base.listFiles());
      },
      async deleteFile(path, options) {
        cache = undefined;
        return base.deleteFile(path, options);
      },
    };
  }),
  fault("write/readers-see-whole-files", "a large file is replaced in two steps", (base) => ({
    async writeFile(path, content, type, options) {
      if (base.files.has(path) && content.length > 400_000 && options === undefined) {
        base.put(path, content.subarray(0, 200_000), type);
        await setImmediate();
      }
      return base.writeFile(path, content, type, options);
    },
  })),
  fault("write/readers-see-whole-files", "a temporary file is listed while a large file is written", (base) => ({
    async writeFile(path, content, type, options) {
      if (base.files.has(path) && content.length > 400_000 && options === undefined) {
        base.put(`${path}.tmp`, content, type);
        await setImmediate();
        base.files.delete(`${path}.tmp`);
      }
      return base.writeFile(path, content, type, options);
    },
  })),
  fault("write/overlapping-on-one-path", "overlapping writes to one path are mixed", (base) => {
    const running = new Map<string, number>();
    return {
      async writeFile(path, content, type, options) {
        if (options !== undefined || base.files.has(path)) return base.writeFile(path, content, type, options);
        running.set(path, (running.get(path) ?? 0) + 1);
        await setImmediate();
        const mixed = (running.get(path) ?? 0) > 1 ? concat(content, content.subarray(0, 10)) : content;
        await base.writeFile(path, mixed, type);
        await setImmediate();
        running.delete(path);
      },
    };
  }),
  fault("write/overlapping-on-many-paths", "more than forty writes at once are too many", (base) => {
    let running = 0;
    return {
      async writeFile(path, content, type, options) {
        if (++running > 40) return;
        try {
          validatePath(path);
          if (running > 1) await setImmediate();
          return await base.writeFile(path, content, type, options);
        } finally {
          running--;
        }
      },
    };
  }),
  fault("calls/different-paths", "a delete cancels the writes that run", (base) => {
    let deletes = 0;
    return {
      async writeFile(path, content, type, options) {
        const before = deletes;
        await Promise.resolve();
        if (before === deletes) await base.writeFile(path, content, type, options);
      },
      async deleteFile(path, options) {
        deletes++;
        return base.deleteFile(path, options);
      },
    };
  }),
];
