import { setImmediate } from "node:timers/promises";
import type { Storage } from "@x/vfs";
import type { Random } from "./random.js";

/** The same store, whose every call begins and ends a few turns of the event loop late. */
export function delayedStorage(storage: Storage, random: Random): Storage {
  const late = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let turns = random.below(4); turns > 0; turns--) await setImmediate();
    const result = await work();
    for (let turns = random.below(4); turns > 0; turns--) await setImmediate();
    return result;
  };
  const { replaceFile, stat } = storage.capabilities;
  return {
    capabilities: {
      ...(stat && { stat: (path, options) => late(() => stat(path, options)) }),
      ...(replaceFile && {
        replaceFile: (path, content, contentType, version, options) =>
          late(() => replaceFile(path, content, contentType, version, options)),
      }),
      lockTarget: (path) => ({ storage, path }),
    },
    listFiles: (options) => late(() => storage.listFiles(options)),
    readFile: (path, options) => late(() => storage.readFile(path, options)),
    writeFile: (path, content, contentType, options) =>
      late(() => storage.writeFile(path, content, contentType, options)),
    deleteFile: (path, options) => late(() => storage.deleteFile(path, options)),
  };
}
