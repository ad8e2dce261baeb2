import { comparePaths, type Storage } from "@x/vfs";
import { createMountStorage } from "@x/vfs-mount";
import { createNodeStorage } from "@x/vfs-node";
import { createOverlayStorage, type OverlayChange, type OverlaySnapshot, type OverlayStorage } from "@x/vfs-overlay";

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
  /** Adds a place. A name that is taken, overlaps or is no valid path is a `TypeError`. */
  add(place: Place): Promise<void>;
  changes(): Promise<OverlayChange[]>;
  diff(path: string): Promise<string>;
  /** Writes these changes to disk; refuses with `VFS_VERSION_CONFLICT` what changed there in the meantime. */
  commit(paths: readonly string[]): Promise<void>;
  snapshot(): Promise<WorkspaceSnapshot>;
  restore(snapshot: WorkspaceSnapshot): Promise<void>;
}

export type WorkspaceSnapshot = ReadonlyMap<OverlayStorage, OverlaySnapshot>;

export async function createWorkspace(places: readonly Place[], gitignore: boolean): Promise<Workspace> {
  const mounted = new Map<string, { place: Place; overlay: OverlayStorage }>();
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
      if (mounted.has(place.name)) throw new TypeError(`there is a place named "${place.name}" already`);
      const base = createNodeStorage({ root: place.directory, gitignore });
      // A directory that is missing or cannot be read is told here, not in the middle of the work.
      await base.listFiles();
      const overlay = createOverlayStorage({ base });
      const table = Object.fromEntries([...mounted].map(([name, one]) => [name, one.overlay]));
      storage =
        mounted.size === 0 && place.name === "" ? overlay : createMountStorage({ ...table, [place.name]: overlay });
      mounted.set(place.name, { place, overlay });
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
    async commit(paths) {
      const byOverlay = new Map<OverlayStorage, string[]>();
      for (const path of paths) {
        const { overlay, inner } = locate(mounted, path);
        byOverlay.set(overlay, [...(byOverlay.get(overlay) ?? []), inner]);
      }
      for (const [overlay, inner] of byOverlay) await overlay.commit({ paths: inner });
    },
    async snapshot() {
      const overlays = [...mounted.values()].map(({ overlay }) => overlay);
      return new Map(await Promise.all(overlays.map(async (one) => [one, await one.snapshot()] as const)));
    },
    async restore(snapshot) {
      for (const [overlay, state] of snapshot) await overlay.restore(state);
    },
  };
  for (const place of places) await workspace.add(place);
  return workspace;
}

function join(name: string, path: string): string {
  return name === "" ? path : `${name}/${path}`;
}

/** The place with the longest name that the path lies under. */
function locate(mounted: ReadonlyMap<string, { overlay: OverlayStorage }>, path: string) {
  const name = [...mounted.keys()]
    .filter((candidate) => candidate === "" || path.startsWith(`${candidate}/`))
    .sort((a, b) => b.length - a.length)[0];
  const found = name === undefined ? undefined : mounted.get(name);
  if (name === undefined || found === undefined) throw new TypeError(`no place holds ${path}`);
  return { overlay: found.overlay, inner: name === "" ? path : path.slice(name.length + 1) };
}
