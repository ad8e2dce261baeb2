import { comparePaths, type Storage, VfsError, validatePath } from "@x/vfs";

export interface Mount {
  readonly storage: Storage;
  /** What the paths of its files begin with in the tree: `docs/`, or nothing for the root. */
  readonly base: string;
}

/** Where a file of the tree really is. */
export interface Route {
  readonly mount: Mount;
  /** In the mounted store. */
  readonly path: string;
}

export function pathInTree({ mount, path }: Route): string {
  return mount.base + path;
}

/** Which store each path of the tree belongs to, and which paths can be no file. */
export class MountTable {
  /** Longest base first, so that the first which fits is the one that counts. */
  readonly mounts: readonly Mount[];
  readonly isReadOnly: boolean;
  /** The names of the mounts and of every directory above one, each with the name of a mount at or below it. */
  readonly #directories = new Map<string, string>();

  /** A name that can hold no file, a value that is no store, and no store at all are a `TypeError`. */
  constructor(stores: Readonly<Record<string, Storage>> | null | undefined) {
    const mounts = Object.entries(stores ?? {}).map(([name, storage]) => createMount(name, storage));
    if (mounts.length === 0) throw new TypeError("createMountStorage needs at least one store");
    this.mounts = mounts.sort((a, b) => b.base.length - a.base.length);
    this.isReadOnly = mounts.every(isReadOnly);
    for (const { base } of mounts) {
      for (let end = base.indexOf("/"); end !== -1; end = base.indexOf("/", end + 1)) {
        this.#directories.set(base.slice(0, end), base.slice(0, -1));
      }
    }
  }

  /** Nothing for a directory and for a path outside every mount: no file is there, and none can be. */
  route(path: string): Route | undefined {
    if (this.#directories.has(path)) return undefined;
    const mount = this.#owner(path);
    return mount && { mount, path: path.slice(mount.base.length) };
  }

  /** The route of a file that is to be read. Without one: `VFS_FILE_NOT_FOUND`. */
  routeToRead(path: string): Route {
    const route = this.route(path);
    if (route !== undefined) return route;
    throw new VfsError("VFS_FILE_NOT_FOUND", `no file at ${JSON.stringify(path)}: ${this.#reasonAgainst(path)}`, {
      path,
    });
  }

  /** The route of a file that is to be removed. Read-only: `VFS_READ_ONLY`. Without a route: `VFS_FILE_NOT_FOUND`. */
  routeToRemove(path: string): Route {
    if (this.isReadOnly) throw new VfsError("VFS_READ_ONLY", "the store is read-only", { path });
    const route = this.routeToRead(path);
    if (!isReadOnly(route.mount)) return route;
    const where =
      route.mount.base === "" ? "outside of the mounted directories" : `under ${JSON.stringify(route.mount.base)}`;
    throw new VfsError("VFS_READ_ONLY", `files ${where} are read-only`, { path });
  }

  /** The route of a file that is to be written. Read-only: `VFS_READ_ONLY`. Without a route: `VFS_PATH_CONFLICT`. */
  routeToWrite(path: string): Route {
    if (this.isReadOnly || this.route(path) !== undefined) return this.routeToRemove(path);
    throw new VfsError("VFS_PATH_CONFLICT", `cannot write ${JSON.stringify(path)}: ${this.#reasonAgainst(path)}`, {
      path,
    });
  }

  /** The path in the tree of a file that a mounted store names, or nothing where the tree has no such file. */
  visiblePath(mount: Mount, path: string): string | undefined {
    const whole = mount.base + path;
    if (this.#owner(whole) !== mount || this.#directories.has(whole)) return undefined;
    return isValid(whole) ? whole : undefined;
  }

  /** The mounts that can have files whose path starts with `prefix`, each with the prefix of those files in its store. */
  withPrefix(prefix: string): { readonly mount: Mount; readonly prefix: string }[] {
    const owner = this.#owner(prefix);
    return this.mounts
      .filter((mount) => mount === owner || mount.base.startsWith(prefix))
      .map((mount) => ({ mount, prefix: prefix.slice(mount.base.length) }));
  }

  #reasonAgainst(path: string): string {
    const mounted = this.#directories.get(path);
    if (mounted !== undefined) {
      return mounted === path ? "it is a directory" : `it is a directory, which holds ${JSON.stringify(mounted)}`;
    }
    const bases = this.mounts.map(({ base }) => base).sort(comparePaths);
    const shown = bases.slice(0, 10).map((base) => JSON.stringify(base));
    const more = bases.length > shown.length ? ` and ${bases.length - shown.length} more` : "";
    return `files can only be under ${shown.join(", ")}${more}`;
  }

  #owner(path: string): Mount | undefined {
    return this.mounts.find(({ base }) => path.startsWith(base));
  }
}

function isReadOnly({ storage }: Mount): boolean {
  return storage.capabilities.readOnly === true;
}

function isValid(path: string): boolean {
  try {
    validatePath(path);
    return true;
  } catch {
    return false;
  }
}

function isStorage(value: unknown): value is Storage {
  const store = (value ?? {}) as Partial<Storage>;
  const methods = ["listFiles", "readFile", "writeFile", "deleteFile"] as const;
  return (
    typeof (store.capabilities ?? undefined) === "object" && methods.every((name) => typeof store[name] === "function")
  );
}

function createMount(name: string, storage: Storage): Mount {
  if (!isStorage(storage)) throw new TypeError(`the mount ${JSON.stringify(name)} is no Storage`);
  if (name === "") return { storage, base: "" };
  try {
    validatePath(`${name}/f`);
  } catch (error) {
    const reason = VfsError.is(error) ? error.message : "";
    throw new TypeError(`the mount ${JSON.stringify(name)} can hold no file: ${reason}`, { cause: error });
  }
  return { storage, base: `${name}/` };
}
