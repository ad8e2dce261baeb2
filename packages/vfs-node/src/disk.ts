import { VfsError, validatePath } from "@x/vfs";
import { Chain } from "./chain.js";
import type { Containment } from "./containment.js";
import type { Gate } from "./gate.js";
import type { IgnoreRules } from "./ignore-rules.js";
import type { Pace } from "./pace.js";
import { isReserved } from "./reserved-names.js";
import type { Sweeper } from "./sweeper.js";
import type { SystemCalls } from "./system-calls.js";
import type { Threads } from "./threads.js";
import { shown } from "./to-vfs-error.js";
import { windowsNameFault } from "./windows-name-fault.js";

/** What it takes to look at the files of a store, on any thread. */
export interface DiskView {
  readonly calls: SystemCalls;
  readonly platform: NodeJS.Platform;
  readonly containment: Containment;
  readonly sweeper: Sweeper;
  /** Segments from the root to the directory that this store's paths start in. */
  readonly base: readonly string[];
  readonly ignore: IgnoreRules;
  readonly gitignore: boolean;
}

/** What the operations of one store share. A scope has the same, with a longer `base`. */
export interface Disk extends DiskView {
  /** The absolute path of the root. */
  readonly root: string;
  readonly pace: Pace;
  /** For works that hold descriptors from one turn of the event loop to the next. */
  readonly gate: Gate;
  /** Absent where everything is done on the thread of the caller. */
  readonly threads?: Threads | undefined;
  readonly durable: boolean;
  /** Exact mode of a new file; absent: 0o644 less the umask. */
  readonly fileMode: number | undefined;
}

/** Where a path lies: the directories from the root on, and the name in the last. */
export interface Place {
  readonly path: string;
  readonly parents: readonly string[];
  readonly name: string;
}

/** Checks the path, with the rules of this store, before anything else looks at it. */
export function locate(disk: DiskView, path: string): Place {
  validatePath(path);
  const segments = path.split("/");
  const name = segments.pop() ?? "";
  for (const segment of segments) checkSegment(disk, path, segment);
  checkSegment(disk, path, name);
  return { path, parents: [...disk.base, ...segments], name };
}

/** The same for the file after `neighbour` in a long row: cheaper where both are in one directory. */
export function locateAfter(disk: DiskView, neighbour: Place | undefined, path: string): Place {
  validatePath(path);
  const slash = path.lastIndexOf("/") + 1;
  if (path.slice(0, slash) !== neighbour?.path.slice(0, -neighbour.name.length)) {
    return locate(disk, path);
  }
  const name = path.slice(slash);
  checkSegment(disk, path, name);
  return { path, parents: neighbour.parents, name };
}

function checkSegment(disk: DiskView, path: string, segment: string): void {
  const fault = isReserved(segment)
    ? "uses a name that is reserved for the store itself"
    : disk.platform === "win32"
      ? windowsNameFault(segment)
      : undefined;
  if (fault !== undefined) throw new VfsError("VFS_PATH_INVALID", `path ${shown(path)} ${fault}`, { path });
}

/** Runs a synchronous step with a chain of directories that is closed at its end. */
export function withChain<T>(disk: DiskView, step: (chain: Chain) => T): T {
  const chain = new Chain(disk.calls, disk.containment);
  try {
    return step(chain);
  } finally {
    chain.close();
  }
}
