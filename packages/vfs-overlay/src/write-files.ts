import { type CallOptions, type MoveFileOptions, validatePath } from "@x/vfs";
import { type BaseFile, hashOf, readBaseFile } from "./base-file.js";
import type { Blob } from "./blob-layer.js";
import type { Overlay } from "./overlay.js";
import { fileExists, fileNotFound, versionConflict } from "./overlay-errors.js";
import type { Entry, LayerFile } from "./overlay-state.js";

/** What stands at a path: its entry or, without one, the file of the base. `now` is the file that readers see. */
interface Found {
  readonly entry: Entry | undefined;
  readonly inBase: BaseFile | undefined;
  readonly now: BaseFile | LayerFile | undefined;
}

export async function writeFile(
  overlay: Overlay,
  path: string,
  content: Uint8Array,
  contentType: string,
  options?: CallOptions,
): Promise<void> {
  await put(overlay, path, content, contentType, options, () => undefined);
}

export async function createFile(
  overlay: Overlay,
  path: string,
  content: Uint8Array,
  contentType: string,
  options?: CallOptions,
): Promise<void> {
  await put(overlay, path, content, contentType, options, (now) => {
    if (now !== undefined) throw fileExists(path);
  });
}

export async function replaceFile(
  overlay: Overlay,
  path: string,
  content: Uint8Array,
  contentType: string,
  version: string,
  options?: CallOptions,
): Promise<void> {
  validatePath(path);
  if (typeof version !== "string") throw new TypeError("the version must be a string");
  const check = (now: Found["now"]) => {
    if (now?.version !== version) throw versionConflict(path);
  };
  // Whoever names this version has seen it, whatever was read before.
  await put(overlay, path, content, contentType, options, check, () => overlay.state.forgetRead(path));
}

export async function deleteFile(overlay: Overlay, path: string, options?: CallOptions): Promise<void> {
  validatePath(path);
  await transition(overlay, [path], options, ([file]) => {
    if (file?.now === undefined) throw fileNotFound(path);
    return [undefined];
  });
}

export async function moveFile(
  overlay: Overlay,
  source: string,
  destination: string,
  { overwrite = false, signal }: MoveFileOptions = {},
): Promise<void> {
  validatePath(source);
  validatePath(destination);
  const { state, blobs } = overlay;
  if (source === destination) {
    signal?.throwIfAborted();
    const { now } = await find(overlay, source, { signal });
    if (now === undefined) throw fileNotFound(source);
    return;
  }
  for (;;) {
    const entry = state.entry(source);
    const moving = await holdFile(overlay, source, entry, { signal });
    try {
      const moved = await transition(overlay, [source, destination], { signal }, ([from, to]) => {
        if (from?.now === undefined) throw fileNotFound(source);
        if (to?.now !== undefined && !overwrite) throw fileExists(destination);
        // Another call changed the source in between.
        if (from.entry !== entry || from.now.hash !== moving.hash) return undefined;
        return [undefined, { ...moving, version: state.nextVersion() }];
      });
      if (moved) return;
    } finally {
      blobs.release(moving.blob);
    }
  }
}

/** The file at a path in the layer, where a file of the base is brought first, with its blob held for the caller. */
async function holdFile(
  { base, blobs, state }: Overlay,
  path: string,
  entry: Entry | undefined,
  options: CallOptions,
): Promise<LayerFile> {
  options.signal?.throwIfAborted();
  if (entry !== undefined) {
    if (entry.current === undefined) throw fileNotFound(path);
    blobs.hold(entry.current.blob);
    return entry.current;
  }
  const { content, metadata } = await base.readFile(path, options);
  const { contentType, updatedAt } = metadata;
  const blob = await blobs.put(path, content, contentType, options);
  return { blob, hash: hashOf(content), size: content.length, contentType, updatedAt, version: state.nextVersion() };
}

async function put(
  overlay: Overlay,
  path: string,
  content: Uint8Array,
  contentType: string,
  options: CallOptions | undefined,
  check: (now: Found["now"]) => void,
  onAccepted?: () => void,
): Promise<void> {
  const { state, blobs } = overlay;
  validatePath(path);
  options?.signal?.throwIfAborted();
  checkContent(content, contentType);
  // Copied before anything is awaited: the caller may change its bytes as soon as the call has returned its promise.
  const own = new Uint8Array(content);
  const size = own.length;
  const hash = hashOf(own);
  let blob: Blob | undefined;
  try {
    await transition(
      overlay,
      [path],
      options,
      () => {
        if (blob === undefined) return undefined;
        onAccepted?.();
        return [{ blob, hash, size, contentType, updatedAt: new Date(), version: state.nextVersion() }];
      },
      // What is refused never reaches the layer.
      async ([file]) => {
        check(file?.now);
        blob ??= await blobs.put(path, own, contentType, options);
      },
    );
  } finally {
    if (blob !== undefined) blobs.release(blob);
  }
}

/**
 * One step of the overlay from state to state. Looks at the paths and prepares, which may take time, and starts over
 * unless they are still what they were; then `decide` gives what each path has from now on and it is so at once. Resolves to false when
 * `decide` gives undefined, and leaves everything as it was when it throws.
 */
async function transition(
  overlay: Overlay,
  paths: readonly string[],
  options: CallOptions | undefined,
  decide: (found: readonly Found[]) => readonly (LayerFile | undefined)[] | undefined,
  prepare?: (found: readonly Found[]) => Promise<void>,
): Promise<boolean> {
  const { state } = overlay;
  for (;;) {
    options?.signal?.throwIfAborted();
    const seen = paths.map((path) => ({ path, entry: state.entry(path), read: state.read(path) }));
    const found: Found[] = [];
    for (const path of paths) found.push(await find(overlay, path, options));
    options?.signal?.throwIfAborted();
    const isStale = () =>
      seen.some(({ path, entry, read }) => state.entry(path) !== entry || state.read(path) !== read);
    if (isStale()) continue;
    await prepare?.(found);
    if (isStale()) continue;
    const next = decide(found);
    if (next === undefined) return false;
    for (const [index, path] of paths.entries()) {
      const { entry, inBase } = found[index] ?? {};
      const current = next[index];
      let original = entry === undefined ? state.originalOf(path, inBase) : entry.original;
      // Whoever deletes a file knows that it is there, also where it was missing before.
      if (entry === undefined && current === undefined) original ??= inBase;
      state.set(path, { original, current });
    }
    return true;
  }
}

async function find({ base, state }: Overlay, path: string, options: CallOptions | undefined): Promise<Found> {
  const entry = state.entry(path);
  if (entry !== undefined) return { entry, inBase: undefined, now: entry.current };
  const inBase = await readBaseFile(base, path, options);
  return { entry, inBase, now: inBase };
}

function checkContent(content: unknown, contentType: unknown): void {
  // By its tag, because code in another realm has another Uint8Array.
  if (!ArrayBuffer.isView(content) || Object.prototype.toString.call(content) !== "[object Uint8Array]") {
    throw new TypeError("the content must be a Uint8Array");
  }
  if (typeof contentType !== "string") throw new TypeError("the content type must be a string");
}
