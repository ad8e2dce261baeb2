import { constants } from "node:fs";
import { VfsError } from "@x/vfs";
import { closeQuietly } from "./close-quietly.js";
import { DescriptorDirectory, descriptorPaths, openDirectory } from "./descriptor-directory.js";
import type { Directory } from "./directory.js";
import { codeOf } from "./disk-fault.js";
import { PathDirectory } from "./path-directory.js";
import type { SystemCalls } from "./system-calls.js";

/** How the root is reached, and against what that holds. */
export interface Containment {
  /** Whether it holds also while another process swaps directories for links. */
  readonly strict: boolean;
  /** The root, looked up anew. Fails with `VFS_UNAVAILABLE` where it is missing, or no longer the same directory. */
  openRoot(): Directory;
  /** Device and inode of the root. Fails like `openRoot` until the root was reached once, and then never. */
  rootIdentity(): string;
}

const procfsType = 0x9fa0;

/** In front of an absolute path, newer macOS kernels take it as "refuse every link in it". */
const noFollowPrefix = "/.nofollow";

/** The strongest way that this system offers, found by trying. `identity` is that of the root, where it is known. */
export function createContainment(
  calls: SystemCalls,
  root: string,
  platform: NodeJS.Platform,
  identity?: string,
): Containment {
  const pin = new Pin(identity);
  if (platform === "linux" && descriptorPathsWork(calls)) return byDescriptor(calls, root, pin);
  const strict = platform === "darwin" && noFollowPrefixWorks(calls);
  return byPath(calls, root, strict ? noFollowPrefix : "", strict, pin);
}

function byDescriptor(calls: SystemCalls, root: string, pin: Pin): Containment {
  return withIdentity(pin, {
    strict: true,
    openRoot: () =>
      reachRoot(() => {
        const descriptor = openDirectory(calls, root);
        try {
          pin.check(calls.identityOf(descriptor));
        } catch (error) {
          closeQuietly(calls, descriptor);
          throw error;
        }
        return new DescriptorDirectory(calls, descriptor);
      }),
  });
}

function byPath(calls: SystemCalls, root: string, prefix: string, strict: boolean, pin: Pin): Containment {
  return withIdentity(pin, {
    strict,
    openRoot: () =>
      reachRoot(() => {
        const path = prefix + calls.realpath(root);
        const identity = calls.identity(path);
        if (identity === undefined || calls.lstat(path)?.isDirectory() !== true) {
          throw new VfsError("VFS_UNAVAILABLE", "the root of the store is not a directory");
        }
        pin.check(identity);
        return new PathDirectory(calls, path, identity);
      }),
  });
}

/** Remembers which directory the root was, so that one put in its place later is not taken for it. */
class Pin {
  constructor(public identity: string | undefined) {}

  check(identity: string): void {
    this.identity ??= identity;
    if (this.identity !== identity) {
      throw new VfsError("VFS_UNAVAILABLE", "the root of the store was replaced by another directory");
    }
  }
}

function withIdentity(pin: Pin, containment: Omit<Containment, "rootIdentity">): Containment {
  return {
    ...containment,
    rootIdentity: () => {
      if (pin.identity === undefined) containment.openRoot().close();
      return pin.identity ?? "";
    },
  };
}

function reachRoot(reach: () => Directory): Directory {
  try {
    return reach();
  } catch (error) {
    if (VfsError.is(error)) throw error;
    const code = codeOf(error);
    const missing = code === "ENOENT" || code === "ENOTDIR";
    const message = missing ? "the root of the store is missing or no directory" : "cannot open the root of the store";
    throw new VfsError("VFS_UNAVAILABLE", message, { cause: error });
  }
}

/** Whether names below a descriptor really resolve through procfs, and not through something mounted in its place. */
function descriptorPathsWork(calls: SystemCalls): boolean {
  let descriptor: number | undefined;
  try {
    if (calls.fileSystemType(descriptorPaths) !== procfsType) return false;
    descriptor = calls.open("/", constants.O_RDONLY | constants.O_DIRECTORY);
    return calls.identity(`${descriptorPaths}${descriptor}/.`) === calls.identityOf(descriptor);
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeQuietly(calls, descriptor);
  }
}

/** `/etc` is a link to `/private/etc` on every macOS: with the prefix, only the second way may lead to a file. */
function noFollowPrefixWorks(calls: SystemCalls): boolean {
  try {
    if (calls.lstat(`${noFollowPrefix}/private/etc/hosts`)?.isFile() !== true) return false;
  } catch {
    return false;
  }
  try {
    return calls.lstat(`${noFollowPrefix}/etc/hosts`) === undefined;
  } catch (error) {
    return codeOf(error) === "ELOOP";
  }
}
