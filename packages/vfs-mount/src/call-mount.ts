import { type Storage, VfsError } from "@x/vfs";
import { type Mount, pathInTree, type Route } from "./mount-table.js";

/** Calls a mounted store about no file in particular. What it rejects with is passed on as `errorInTree`. */
export async function callMount<T>(mount: Mount, call: (storage: Storage) => Promise<T>): Promise<T> {
  try {
    return await call(mount.storage);
  } catch (error) {
    throw errorInTree(mount, [], error);
  }
}

/** Calls a mounted store about one file, by its path there. What it rejects with is passed on as `errorInTree`. */
export async function callRoute<T>(route: Route, call: (storage: Storage, path: string) => Promise<T>): Promise<T> {
  try {
    return await call(route.mount.storage, route.path);
  } catch (error) {
    throw errorInTree(route.mount, [route], error);
  }
}

/**
 * The error with the mounted store's own paths turned into those of the tree: its `path`, and in its message those of
 * `routes`, where they are quoted, whole or cut at their end. What is no `VfsError` stays as it is.
 */
export function errorInTree(mount: Mount, routes: readonly Route[], error: unknown): unknown {
  if (!VfsError.is(error)) return error;
  const paths = new Map(routes.map((route) => [route.path, pathInTree(route)]));
  if (error.path !== undefined && !paths.has(error.path)) paths.set(error.path, mount.base + error.path);
  if ([...paths].every(([own, inTree]) => own === inTree)) return error;
  const message = error.message.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => quotedInTree(quoted, paths));
  const path = error.path === undefined ? undefined : paths.get(error.path);
  return new VfsError(error.code, message, { path, cause: error });
}

/** Stores cut long paths to what a message can show; the beginning that is left tells which path it was. */
function quotedInTree(quoted: string, paths: ReadonlyMap<string, string>): string {
  for (const [own, inTree] of paths) {
    if (quoted === JSON.stringify(own)) return JSON.stringify(inTree);
  }
  const cut = /^"(.+?)(?:\.\.\.|…)"$/.exec(quoted)?.[1];
  for (const [own, inTree] of paths) {
    if (cut === undefined || !JSON.stringify(own).startsWith(`"${cut}`)) continue;
    return `${JSON.stringify(inTree.slice(0, inTree.length - own.length)).slice(0, -1)}${quoted.slice(1)}`;
  }
  return quoted;
}
