import { types } from "node:util";
import { comparePaths, contentTypeForPath, type FileMetadata, type StoredFile, validatePath } from "@x/vfs";
import { createPacer } from "./pacer.js";

const maximumContentTypeLength = 255;
const itemsPerStep = 2_000;
const noBytes = "the content is no Uint8Array";

/**
 * What a store gave, checked and copied into plain data: no getter of the store runs later, inside a tool. Each throws
 * an error for what cannot be used; what merely cannot be named, a path that breaks a rule, is left out.
 */
export async function checkedListing(given: unknown, prefix: string, signal?: AbortSignal): Promise<FileMetadata[]> {
  return checkedList(given, prefix, signal, (item, path) => checkedMetadata(item, path));
}

/** What a search looks at of a listed file. */
export interface ListedSize {
  readonly path: string;
  readonly size: number;
}

export async function checkedSizes(given: unknown, prefix: string, signal?: AbortSignal): Promise<ListedSize[]> {
  return checkedList(given, prefix, signal, (item, path) => ({ path, size: checkedSize(fields(item).size, path) }));
}

async function checkedList<T extends { readonly path: string }>(
  given: unknown,
  prefix: string,
  signal: AbortSignal | undefined,
  copy: (item: unknown, path: string) => T,
): Promise<T[]> {
  const files = new PathOrder<T>();
  await visitEach(given, signal, (item) => {
    const { path } = fields(item);
    if (typeof path !== "string") throw new Error("the listing holds a file without a path");
    if (path.startsWith(prefix) && isPath(path)) files.add(path, copy(item, path));
  });
  return files.sorted((file) => file.path);
}

export async function checkedPaths(given: unknown, signal?: AbortSignal): Promise<string[]> {
  const paths = new PathOrder<string>();
  await visitEach(given, signal, (path) => {
    if (typeof path !== "string") throw new Error("the list of paths holds something else");
    if (isPath(path)) paths.add(path, path);
  });
  return paths.sorted((path) => path);
}

/**
 * `path` is the one that was asked for: a store does not choose under which name its file appears. Nor does it choose
 * the size where the content is known.
 */
export function checkedMetadata(given: unknown, path: string, knownSize?: number): FileMetadata {
  const { size, contentType, updatedAt, version } = fields(given);
  // Assigned one by one: spreading what is there costs more than all the checks.
  const metadata: { -readonly [Name in keyof FileMetadata]: FileMetadata[Name] } = {
    path,
    contentType: checkedContentType(contentType, path),
    size: knownSize ?? checkedSize(size, path),
  };
  const time = types.isDate(updatedAt) ? Date.prototype.getTime.call(updatedAt) : Number.NaN;
  if (!Number.isNaN(time)) metadata.updatedAt = new Date(time);
  if (typeof version === "string") metadata.version = version;
  return metadata;
}

export function checkedFile(given: unknown, path: string): StoredFile {
  const { content: bytes, metadata } = fields(given);
  const content = checkedBytes(bytes);
  return { content, metadata: checkedMetadata(metadata, path, content.length) };
}

/** One of the files that were asked for in a row; without content where it is gone. */
export interface FileAnswer {
  readonly path: string;
  readonly content?: Buffer;
}

export function checkedAnswer(given: unknown, path: string): FileAnswer {
  const { missing, path: missingPath, content, metadata } = fields(given);
  const isMissing = missing === true;
  if ((isMissing ? missingPath : fields(metadata).path) !== path) throw new Error("files in another order than asked");
  if (isMissing) return { path };
  if (!types.isUint8Array(content)) throw new Error(noBytes);
  return { path, content: Buffer.from(content.buffer, content.byteOffset, content.byteLength) };
}

export function checkedRange(given: unknown, path: string, start: number, length: number): StoredFile {
  const { content: bytes, metadata: about } = fields(given);
  const content = checkedBytes(bytes);
  const metadata = checkedMetadata(about, path);
  if (content.length > Math.min(length, Math.max(0, metadata.size - start))) {
    throw new Error(`more bytes of ${path} than were asked for`);
  }
  return { content, metadata };
}

/** All that is ever looked at in what a store gives. */
interface Fields {
  readonly path?: unknown;
  readonly size?: unknown;
  readonly contentType?: unknown;
  readonly updatedAt?: unknown;
  readonly version?: unknown;
  readonly content?: unknown;
  readonly metadata?: unknown;
  readonly missing?: unknown;
}

function fields(given: unknown): Fields {
  if (typeof given !== "object" || given === null) throw new Error(`the store gave ${typeof given}, not an object`);
  return given;
}

function checkedSize(given: unknown, path: string): number {
  if (Number.isSafeInteger(given) && (given as number) >= 0) return given as number;
  throw new Error(`the size of ${path} is no number of bytes`);
}

/** The same bytes in a plain view, whatever class the store made of them. */
function checkedBytes(given: unknown): Uint8Array {
  if (!types.isUint8Array(given)) throw new Error(noBytes);
  return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
}

async function visitEach(
  given: unknown,
  signal: AbortSignal | undefined,
  visit: (item: unknown) => void,
): Promise<void> {
  if (!Array.isArray(given)) throw new Error("the list is no array");
  const pace = createPacer(signal);
  const list = given as unknown[];
  for (let index = 0; index < list.length; index++) {
    if (index % itemsPerStep === 0) await pace();
    visit(list[index]);
  }
}

function isPath(path: string): boolean {
  try {
    validatePath(path);
    return true;
  } catch {
    return false;
  }
}

function checkedContentType(given: unknown, path: string): string {
  const isOne =
    typeof given === "string" && given !== "" && given.length <= maximumContentTypeLength && given.isWellFormed();
  return isOne ? given : contentTypeForPath(path);
}

/** Collects what has paths, and sorts only what was not given in order. Of two items with one path the first stays. */
class PathOrder<T> {
  readonly #items: T[] = [];
  #last: string | undefined;
  #isSorted = true;

  add(path: string, item: T): void {
    if (this.#last !== undefined && comparePaths(this.#last, path) >= 0) this.#isSorted = false;
    this.#last = path;
    this.#items.push(item);
  }

  sorted(pathOf: (item: T) => string): T[] {
    if (this.#isSorted) return this.#items;
    const items = this.#items.sort((a, b) => comparePaths(pathOf(a), pathOf(b)));
    return items.filter((item, index) => {
      const previous = items[index - 1];
      return previous === undefined || pathOf(previous) !== pathOf(item);
    });
  }
}
