/**
 * A directory below which names are resolved. Where the system allows, it is held: whatever happens to its path
 * meanwhile, a name still means the entry in this very directory.
 */
export interface Directory {
  /** The directory itself, to give to a call that lists it. */
  readonly path: string;
  /** One name in it, to give to a call that does not follow a link in the last component. */
  at(name: string): string;
  /** A directory in it. Fails with `ENOENT` where nothing is, `ENOTDIR` or `ELOOP` for anything else, links included. */
  enter(name: string): Directory;
  /** Opens a file in it that is not a link; never waits. */
  open(name: string, flags: number, mode?: number): number;
  /** In the file system's own measure, 0 where it gives none: the more names, the larger. */
  size(): number;
  close(): void;
}
