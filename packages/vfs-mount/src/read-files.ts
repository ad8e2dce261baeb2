import { type CallOptions, type MissingFile, type StoredFile, VfsError, validatePath } from "@x/vfs";
import { errorInTree } from "./call-mount.js";
import { capabilityOf } from "./capability-of.js";
import type { Mount, MountTable, Route } from "./mount-table.js";

interface Request {
  readonly path: string;
  readonly route: Route | undefined;
}

/** Hands each run of paths that belong to one store to its own `readFiles`, in the order asked. */
export async function* readFiles(
  table: MountTable,
  paths: Iterable<string>,
  options: CallOptions | undefined,
): AsyncGenerator<StoredFile | MissingFile> {
  const iterator = paths[Symbol.iterator]();
  let next: Request | undefined;
  let failure: { readonly error: unknown } | undefined;

  // What goes wrong here is kept: it must not pass through the mounted store that happens to be asking.
  function advance(): void {
    next = undefined;
    try {
      const step = iterator.next();
      if (step.done === true) return;
      validatePath(step.value);
      next = { path: step.value, route: table.route(step.value) };
    } catch (error) {
      failure = { error };
    }
  }

  /** Every path of this run is asked for, and told as a file or as missing, or the store has broken its contract. */
  async function* readRun(mount: Mount) {
    const { base, storage } = mount;
    let waiting = 0;
    function* run(): Generator<string> {
      while (next?.route?.mount === mount) {
        const { path } = next.route;
        advance();
        waiting++;
        yield path;
      }
    }
    try {
      for await (const file of capabilityOf(storage, "readFiles")(run(), options)) {
        if (--waiting < 0) break;
        yield "missing" in file
          ? { ...file, path: base + file.path }
          : { content: file.content, metadata: { ...file.metadata, path: base + file.metadata.path } };
      }
    } catch (error) {
      throw errorInTree(mount, [], error);
    }
    if (waiting === 0 && next?.route?.mount !== mount) return;
    const where = base === "" ? "" : ` under ${JSON.stringify(base)}`;
    throw new VfsError("VFS_UNAVAILABLE", `the store${where} did not read the files that it was asked for`);
  }

  try {
    advance();
    while (next !== undefined) {
      const { path, route }: Request = next;
      options?.signal?.throwIfAborted();
      if (route === undefined) {
        advance();
        yield { path, missing: true };
      } else {
        yield* readRun(route.mount);
      }
    }
    if (failure !== undefined) throw failure.error;
    options?.signal?.throwIfAborted();
  } finally {
    iterator.return?.();
  }
}
