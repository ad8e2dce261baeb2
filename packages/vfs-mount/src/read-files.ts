import { type CallOptions, type MissingFile, type StoredFile, validatePath } from "@x/vfs";
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

  function* run(mount: Mount): Generator<string> {
    while (next?.route?.mount === mount) {
      const { path } = next.route;
      advance();
      yield path;
    }
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
        yield* readRun(route.mount, run(route.mount), options);
      }
    }
    if (failure !== undefined) throw failure.error;
    options?.signal?.throwIfAborted();
  } finally {
    iterator.return?.();
  }
}

async function* readRun(mount: Mount, paths: Iterable<string>, options: CallOptions | undefined) {
  const { base, storage } = mount;
  try {
    for await (const file of capabilityOf(storage, "readFiles")(paths, options)) {
      yield "missing" in file
        ? { ...file, path: base + file.path }
        : { content: file.content, metadata: { ...file.metadata, path: base + file.metadata.path } };
    }
  } catch (error) {
    throw errorInTree(mount, [], error);
  }
}
