import { VfsError } from "./vfs-error.js";

const maximumPathBytes = 512;

/** Most paths are as plain as this, and break no rule: one test instead of many. */
const plainPath = /^(?:[\w@+-][\w@+.-]*\/)*[\w@+-][\w@+.-]*$/;
const encoder = new TextEncoder();

/**
 * Throws `VFS_PATH_INVALID`, naming the broken rule, unless `path` can name a file: relative, `/` between segments, at
 * most 512 bytes of UTF-8. Everything that no rule forbids is a name, `a..b`, `[id].ts`, `~x`, `%2e%2e` and `__proto__`
 * among them.
 */
export function validatePath(path: string): void {
  const fault = faultOf(path);
  if (fault === undefined) return;
  const shown = typeof path === "string" ? `path ${quote(path)}` : "path";
  throw new VfsError("VFS_PATH_INVALID", `${shown} ${fault}`, typeof path === "string" ? { path } : {});
}

function faultOf(path: unknown): string | undefined {
  if (typeof path !== "string") return `must be a string, got ${path === null ? "null" : typeof path}`;
  if (path.length <= maximumPathBytes && plainPath.test(path)) return undefined;
  if (path === "") return "must not be empty";
  if (isTooLong(path)) return `must be at most ${maximumPathBytes} bytes of UTF-8`;
  if (!path.isWellFormed()) return "must not contain an unpaired surrogate";
  if (path.includes("\0")) return "must not contain a NUL character";
  if (path.includes("\\")) return 'must not contain a backslash: segments are separated by "/"';
  if (path.startsWith("/")) return 'must be relative, without a leading "/"';
  if (path.endsWith("/")) return 'must name a file, without a trailing "/"';
  if (path.includes("//")) return 'must not contain an empty segment ("//")';
  if (path.split("/").some((segment) => segment === "." || segment === "..")) {
    return 'must not contain a "." or ".." segment';
  }
  return undefined;
}

/** A UTF-16 unit takes one to three bytes of UTF-8, so most paths are judged by their length alone. */
function isTooLong(path: string): boolean {
  if (path.length > maximumPathBytes) return true;
  return path.length * 3 > maximumPathBytes && encoder.encode(path).length > maximumPathBytes;
}

/** The path as a JSON string, cut to a length that an error can show; well formed whatever it holds. */
function quote(path: string): string {
  return JSON.stringify(path.length > 80 ? `${path.slice(0, 80)}...` : path);
}
