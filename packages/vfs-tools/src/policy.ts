import { VfsError, validatePath } from "@x/vfs";

export interface PolicyOptions {
  readonly hideHiddenPaths?: boolean | undefined;
  readonly allowedExtensions?: readonly string[] | undefined;
}

/** Which files exist for the model. */
export interface Policy {
  /** Throws `VFS_PATH_INVALID` for a path that is none, or that this policy refuses; `argument` is named in the text. */
  check(path: string, argument?: string): void;
  /** The same for a directory, which has no extension to allow. */
  checkDirectory(path: string, argument?: string): void;
  /** Whether a file with this (valid) path may appear in a result. */
  allows(path: string): boolean;
}

export function createPolicy(options: PolicyOptions): Policy {
  const hidesHidden = options.hideHiddenPaths ?? false;
  const extensions = options.allowedExtensions?.map(normalize);
  const isHidden = (path: string) => hidesHidden && hasHiddenSegment(path);
  const isOtherKind = (path: string) => extensions !== undefined && !extensions.some((one) => hasExtension(path, one));

  const checkDirectory = (path: string, argument = "directory") => {
    validatePath(path);
    if (isHidden(path)) throw refusal(path, argument, 'names that start with "_" or "." cannot be used here');
  };
  return {
    checkDirectory,
    check(path, argument = "path") {
      checkDirectory(path, argument);
      if (isOtherKind(path)) throw refusal(path, argument, describeExtensions(extensions ?? []));
    },
    allows: (path) => !isHidden(path) && !isOtherKind(path),
  };
}

function refusal(path: string, argument: string, why: string): VfsError {
  return new VfsError("VFS_PATH_INVALID", `argument "${argument}" is refused: ${why}`, { path });
}

function hasHiddenSegment(path: string): boolean {
  return path.startsWith(".") || path.startsWith("_") || path.includes("/.") || path.includes("/_");
}

/** `.MD`, `md` and `Md` are one; `.` is as empty as `""`. */
function normalize(extension: string): string {
  return (extension.startsWith(".") ? extension.slice(1) : extension).toLowerCase();
}

/** `a.tar.gz` has the extensions `gz` and `tar.gz`; `.env`, `a.` and `Makefile` have none. */
function hasExtension(path: string, extension: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (extension === "") return name.lastIndexOf(".") < 1 || name.endsWith(".");
  return name.length > extension.length + 1 && name.toLowerCase().endsWith(`.${extension}`);
}

function describeExtensions(extensions: readonly string[]): string {
  if (extensions.length === 0) return "no file can be used here";
  const shown = extensions.slice(0, 20).map((one) => (one === "" ? "no extension" : `.${one}`));
  if (extensions.length > shown.length) shown.push("...");
  return `only files with these extensions can be used here: ${shown.join(", ")}`;
}
