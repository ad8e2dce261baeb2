import * as fs from "node:fs";

/** What a listing needs to know of one name in a directory. */
export interface DirectoryEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** Reads a directory a few names at a time. */
export interface DirectoryReader {
  readSync(): DirectoryEntry | null;
  closeSync(): void;
}

/**
 * Every call that the store makes to the operating system, so that a test can watch the calls, or fail each of them in
 * turn. They throw what Node throws: an `Error` with the errno's name as its `code`.
 */
export interface SystemCalls {
  open(path: string, flags: number, mode?: number): number;
  close(descriptor: number): void;
  fstat(descriptor: number): fs.Stats;
  /** Undefined where nothing has this name. */
  lstat(path: string): fs.Stats | undefined;
  /** Device and inode, exactly; undefined where nothing has this name. Does not follow a link. */
  identity(path: string): string | undefined;
  identityOf(descriptor: number): string;
  realpath(path: string): string;
  /** The number that tells one kind of file system from another. */
  fileSystemType(path: string): number;
  read(descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number): number;
  write(descriptor: number, buffer: Uint8Array, offset: number, length: number): number;
  readLater(descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  writeLater(descriptor: number, buffer: Uint8Array, offset: number, length: number): Promise<number>;
  sync(descriptor: number): Promise<void>;
  chmod(descriptor: number, mode: number): void;
  names(path: string): string[];
  entries(path: string): DirectoryEntry[];
  openReader(path: string): DirectoryReader;
  mkdir(path: string): void;
  rmdir(path: string): void;
  rename(from: string, to: string): void;
  link(from: string, to: string): void;
  unlink(path: string): void;
}

/** Names a reader asks the kernel for at once: enough that a huge directory is cheap, few enough to be quick. */
const readerBatch = 512;

export const systemCalls: SystemCalls = {
  open: fs.openSync,
  close: fs.closeSync,
  fstat: (descriptor) => fs.fstatSync(descriptor),
  lstat: (path) => fs.lstatSync(path, { throwIfNoEntry: false }),
  identity: (path) => {
    const stats = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats && `${stats.dev.toString()}:${stats.ino.toString()}`;
  },
  identityOf: (descriptor) => {
    const stats = fs.fstatSync(descriptor, { bigint: true });
    return `${stats.dev.toString()}:${stats.ino.toString()}`;
  },
  realpath: (path) => fs.realpathSync.native(path),
  fileSystemType: (path) => fs.statfsSync(path).type,
  read: fs.readSync,
  write: fs.writeSync,
  readLater: (descriptor, buffer, offset, length, position) =>
    new Promise((resolve, reject) => {
      fs.read(descriptor, buffer, offset, length, position, (error, count) => {
        if (error) reject(error);
        else resolve(count);
      });
    }),
  writeLater: (descriptor, buffer, offset, length) =>
    new Promise((resolve, reject) => {
      fs.write(descriptor, buffer, offset, length, null, (error, count) => {
        if (error) reject(error);
        else resolve(count);
      });
    }),
  sync: (descriptor) =>
    new Promise((resolve, reject) => {
      fs.fsync(descriptor, (error) => {
        if (error) reject(error);
        else resolve();
      });
    }),
  chmod: fs.fchmodSync,
  names: (path) => fs.readdirSync(path),
  entries: (path) => fs.readdirSync(path, { withFileTypes: true }),
  openReader: (path) => fs.opendirSync(path, { bufferSize: readerBatch }),
  mkdir: (path) => {
    fs.mkdirSync(path);
  },
  rmdir: (path) => {
    fs.rmdirSync(path);
  },
  rename: fs.renameSync,
  link: fs.linkSync,
  unlink: fs.unlinkSync,
};
