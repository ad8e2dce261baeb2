import { opendir, realpath } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { comparePaths, type Storage } from "@x/vfs";
import { createMountStorage } from "@x/vfs-mount";
import { createNodeStorage } from "@x/vfs-node";
import { createOverlayStorage, type OverlayChange, type OverlaySnapshot, type OverlayStorage } from "@x/vfs-overlay";
import { commitPlace, type Refusal } from "./commit-place.js";
import { commitSteps } from "./commit-steps.js";
import { isGitName } from "./is-git-name.js";
import { UsageError } from "./usage-error.js";

/** A directory of the user's, and where the agent finds it: at the top (`""`) or under a name. */
export interface Place {
  readonly name: string;
  readonly directory: string;
}

/** Several directories under one tree, each below an overlay: nothing on disk changes before `commit`. */
export interface Workspace {
  readonly places: readonly Place[];
  /** What the tools work on. Changes when a place is added. */
  readonly storage: Storage;
  /** Adds a place. A directory that cannot be read, or a name that does not fit or hides a change, is a `UsageError`. */
  add(place: Place): Promise<void>;
  changes(): Promise<OverlayChange[]>;
  diff(path: string): Promise<string>;
  /**
   * Writes these changes to disk, until the first is refused or the signal aborts. What is neither written nor refused
   * can be tried again.
   */
  commit(paths: readonly string[], signal: AbortSignal): Promise<{ written: string[]; refused: Refusal[] }>;
  snapshot(): Promise<WorkspaceSnapshot>;
  /** Goes back to that state, or rejects with a `UsageError` and stays, where a place that was added would hide a change. */
  restore(snapshot: WorkspaceSnapshot): Promise<void>;
}

export type WorkspaceSnapshot = ReadonlyMap<OverlayStorage, OverlaySnapshot>;

/** The places by their names. */
type Mounted = ReadonlyMap<string, { readonly place: Place; readonly root: string; readonly overlay: OverlayStorage }>;

export async function createWorkspace(places: readonly Place[], gitignore: boolean): Promise<Workspace> {
  let mounted: Mounted = new Map();
  let storage: Storage | undefined;
  const workspace: Workspace = {
    get places() {
      return [...mounted.values()].map(({ place }) => place);
    },
    get storage() {
      if (storage === undefined) throw new TypeError("a workspace needs at least one place");
      return storage;
    },
    async add(place) {
      if (mounted.has(place.name)) throw new UsageError(`there is a place named "${place.name}" already`);
      const root = await readableRoot(place.directory);
      if (root.split(sep).some(isGitName)) {
        throw new UsageError(`cannot work on "${place.directory}": what is in it belongs to Git`);
      }
      for (const other of mounted.values()) {
        // Two overlays over one file would commit against each other.
        if (!contains(other.root, root) && !contains(root, other.root)) continue;
        throw new UsageError(`"${place.directory}" overlaps "${other.place.directory}", which is a place already`);
      }
      const overlay = createOverlayStorage({ base: createNodeStorage({ root: place.directory, gitignore }) });
      const next = new Map(mounted).set(place.name, { place, root, overlay });
      const hidden = await hiddenChange(next);
      if (hidden !== undefined) {
        throw new UsageError(`"${place.name}" would hide a change that is not on disk yet: ${hidden}`);
      }
      const table = Object.fromEntries([...next].map(([name, one]) => [name, one.overlay]));
      try {
        storage = next.size === 1 && place.name === "" ? overlay : createMountStorage(table);
      } catch (error) {
        throw new UsageError(`"${place.name}" can be no place: ${(error as Error).message}`);
      }
      mounted = next;
    },
    async changes() {
      const all: OverlayChange[] = [];
      for (const [name, { overlay }] of mounted) {
        for (const change of await overlay.changes()) {
          const from = change.from === undefined ? {} : { from: join(name, change.from) };
          all.push({ ...change, path: join(name, change.path), ...from });
        }
      }
      return all.sort((a, b) => comparePaths(a.path, b.path));
    },
    async diff(path) {
      const { overlay, inner } = locate(mounted, path);
      return overlay.diff(inner);
    },
    async commit(paths, signal) {
      const chosen = new Set(paths);
      const steps = commitSteps((await workspace.changes()).filter(({ path }) => chosen.has(path)));
      let refused: Refusal[] = [];
      for (const step of steps) {
        for (const [name, { overlay }] of mounted) {
          if (refused.length > 0 || signal.aborted) break;
          const inner = step.map((path) => locate(mounted, path)).filter((one) => one.overlay === overlay);
          const innerPaths = inner.map((one) => one.inner);
          refused = await commitPlace(overlay, innerPaths, signal);
          refused = refused.map(({ path, reason }) => ({ path: join(name, path), reason }));
        }
      }
      const left = new Set((await workspace.changes()).map(({ path }) => path));
      return { written: paths.filter((path) => !left.has(path)), refused };
    },
    async snapshot() {
      const overlays = [...mounted.values()].map(({ overlay }) => overlay);
      return new Map(await Promise.all(overlays.map(async (one) => [one, await one.snapshot()] as const)));
    },
    async restore(snapshot) {
      const now = await workspace.snapshot();
      for (const [overlay, state] of snapshot) await overlay.restore(state);
      const hidden = await hiddenChange(mounted);
      if (hidden === undefined) return;
      for (const [overlay, state] of now) await overlay.restore(state);
      throw new UsageError(`"${hidden}" lies under a place that was added since`);
    },
  };
  for (const place of places) await workspace.add(place);
  return workspace;
}

/** The first change that another place hides, as a later one may that has the name of a directory. */
async function hiddenChange(mounted: Mounted): Promise<string | undefined> {
  for (const [name, { overlay }] of mounted) {
    for (const { path, from = path } of await overlay.changes()) {
      const paths = [path, from].map((one) => join(name, one));
      const hidden = paths.find((one) => mounted.has(one) || locate(mounted, one).overlay !== overlay);
      if (hidden !== undefined) return hidden;
    }
  }
  return undefined;
}

function join(name: string, path: string): string {
  return name === "" ? path : `${name}/${path}`;
}

/** The place with the longest name that the path lies under. */
function locate(mounted: Mounted, path: string) {
  const name = [...mounted.keys()]
    .filter((candidate) => candidate === "" || path.startsWith(`${candidate}/`))
    .sort((a, b) => b.length - a.length)[0];
  const found = name === undefined ? undefined : mounted.get(name);
  if (name === undefined || found === undefined) throw new TypeError(`no place holds ${path}`);
  return { overlay: found.overlay, inner: name === "" ? path : path.slice(name.length + 1) };
}

/** Where the directory really is. It is told here, not in the middle of the work, when it cannot be read. */
async function readableRoot(directory: string): Promise<string> {
  try {
    await (await opendir(directory)).close();
    return await realpath(directory);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: "there is no such directory",
      ENOTDIR: "this is no directory",
      EACCES: "permission denied",
    };
    throw new UsageError(`cannot work on "${directory}": ${reasons[code] ?? code}`);
  }
}

function contains(directory: string, other: string): boolean {
  const way = relative(directory, other);
  return way.split(sep)[0] !== ".." && !isAbsolute(way);
}
