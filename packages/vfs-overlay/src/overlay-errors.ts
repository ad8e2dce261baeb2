import { VfsError } from "@x/vfs";

export function fileNotFound(path: string): VfsError {
  return new VfsError("VFS_FILE_NOT_FOUND", `no file at ${JSON.stringify(path)}`, { path });
}

export function fileExists(path: string): VfsError {
  return new VfsError("VFS_FILE_EXISTS", `a file already exists at ${JSON.stringify(path)}`, { path });
}

export function versionConflict(path: string): VfsError {
  const message = `the file at ${JSON.stringify(path)} is no longer the version that was read; read it again`;
  return new VfsError("VFS_VERSION_CONFLICT", message, { path });
}
