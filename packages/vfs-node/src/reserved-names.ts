import { createHash, randomBytes } from "node:crypto";

const prefix = ".vfs-node-";
const temporary = /^\.vfs-node-tmp-[0-9a-f]{24}$/;

/** The directory below a root that holds one directory for each scope. */
export const scopesDirectory = `${prefix}scopes`;

/**
 * Whether a name belongs to the store itself. It is never listed and refused in a path, in every spelling that some
 * disk takes for the same name: other case, compatibility forms, characters that count for nothing.
 */
export function isReserved(name: string): boolean {
  // Folding is slow, and what begins with a plain letter or digit and is ASCII cannot fold to the prefix.
  if (/^[^.][\0-\x7f]*$/.test(name)) return false;
  const folded = name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase();
  return folded.startsWith(prefix);
}

export function temporaryName(): string {
  return `${prefix}tmp-${randomBytes(12).toString("hex")}`;
}

export function isTemporary(name: string): boolean {
  return temporary.test(name);
}

/**
 * A scope's directory: a digest of the name's units, so that every string, with whatever characters, has a directory
 * of its own, also where case does not count and where two ill-formed strings would have the same UTF-8.
 */
export function scopeDirectoryName(scope: string): string {
  return createHash("sha256").update(Buffer.from(scope, "utf16le")).digest("hex");
}
