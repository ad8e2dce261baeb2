import { setImmediate } from "node:timers/promises";
import { validatePath } from "@x/vfs";
import { capabilityFault, type Fault } from "../fault.js";
import { vfsError } from "../plain-storage.js";
import { isDeep } from "./reading-faults.js";

export const moveFileFaults: readonly Fault[] = [
  capabilityFault("moveFile", "move-file/moves", "moveFile copies", (base) => async (source, destination, options) => {
    const file = base.files.get(source);
    await base.every.moveFile(source, destination, options);
    if (destination.startsWith("to/") && file) base.files.set(source, file);
  }),
  capabilityFault(
    "moveFile",
    "move-file/content-type",
    "moveFile forgets the content type",
    (base) => async (source, destination, options) => {
      await base.every.moveFile(source, destination, options);
      base.existing(destination).contentType = "text/plain";
    },
  ),
  capabilityFault(
    "moveFile",
    "move-file/content-type",
    "moveFile keeps the content type of the file it replaces",
    (base) => async (source, destination, options) => {
      const { contentType } = base.files.get(destination) ?? base.files.get(source) ?? {};
      await base.every.moveFile(source, destination, options);
      if (contentType !== undefined) base.existing(destination).contentType = contentType;
    },
  ),
  capabilityFault(
    "moveFile",
    "move-file/missing",
    "moving a missing file to itself is nothing to do",
    (base) => async (source, destination, options) => {
      if (source === destination && source === "missing.txt") return;
      return base.every.moveFile(source, destination, options);
    },
  ),
  capabilityFault(
    "moveFile",
    "move-file/below-itself",
    "a file that is moved below itself is lost",
    (base) => async (source, destination, options) => {
      await base.every.moveFile(source, destination, options);
      if (destination === `${source}/below.txt`) base.files.delete(destination);
    },
  ),
  capabilityFault(
    "moveFile",
    "move-file/missing",
    "moveFile clears the destination before it looks for the source",
    (base) => async (source, destination, options) => {
      if (isDeep(destination) && options?.overwrite === true && !base.files.has(source)) base.files.delete(destination);
      return base.every.moveFile(source, destination, options);
    },
  ),
  capabilityFault(
    "moveFile",
    "move-file/no-directories",
    "moveFile moves directories",
    (base) => async (source, destination, options) => {
      const below = [...base.files.keys()].filter((key) => key.startsWith(`${source}/`));
      if (base.files.has(source) || typeof source !== "string" || !source.includes("/") || below.length === 0) {
        return base.every.moveFile(source, destination, options);
      }
      for (const key of below) await base.every.moveFile(key, `${destination}${key.slice(source.length)}`, options);
    },
  ),
  capabilityFault(
    "moveFile",
    "move-file/exists",
    "an option that is undefined is one that is set",
    (base) => async (source, destination, options) =>
      base.every.moveFile(source, destination, {
        ...options,
        overwrite: options !== undefined && "overwrite" in options && options.overwrite !== false,
      }),
  ),
  capabilityFault(
    "moveFile",
    "move-file/overwrite",
    "overwrite is forgotten",
    (base) => async (source, destination, options) =>
      base.every.moveFile(source, destination, isDeep(destination) && base.files.has(source) ? {} : options),
  ),
  capabilityFault(
    "moveFile",
    "move-file/to-itself",
    "moving a file to itself deletes it",
    (base) => async (source, destination, options) => {
      await base.every.moveFile(source, destination, options);
      if (source === destination) base.files.delete(source);
    },
  ),
  capabilityFault(
    "moveFile",
    "move-file/to-another-case",
    "moving a file to another case deletes it",
    (base) => async (source, destination, options) => {
      await base.every.moveFile(source, destination, options);
      if (source !== destination && source.toLowerCase() === destination.toLowerCase()) base.files.delete(destination);
    },
  ),
  capabilityFault(
    "moveFile",
    "move-file/race-for-the-source",
    "moveFile looks, waits and moves",
    (base) => async (source, destination, options) => {
      validatePath(source);
      validatePath(destination);
      options?.signal?.throwIfAborted();
      const file = base.existing(source);
      await setImmediate();
      if (!base.files.has(source)) base.files.set(source, file);
      return base.every.moveFile(source, destination, options);
    },
  ),
  capabilityFault(
    "moveFile",
    "move-file/race-for-the-destination",
    "moveFile forgets the destination while it waits",
    (base) => async (source, destination, options) => {
      validatePath(source);
      validatePath(destination);
      options?.signal?.throwIfAborted();
      const file = base.existing(source);
      if (source === destination) return;
      if (base.files.has(destination) && options?.overwrite !== true) throw vfsError("VFS_FILE_EXISTS", destination);
      base.files.delete(source);
      await setImmediate();
      base.files.set(destination, file);
    },
  ),
  capabilityFault(
    "moveFile",
    "move-file/abort",
    "moveFile ignores its signal",
    (base) => (source, destination, options) =>
      base.every.moveFile(source, destination, { overwrite: options?.overwrite }),
  ),
];
