import { type Storage, type StorageCapabilities, VfsError, type VfsErrorCode } from "@x/vfs";
import { showValue } from "./show-value.js";
import type { CapabilityName } from "./storage-requirement.js";

/**
 * A broken rule. The message says what came back; the report adds the rule, and what was done where `done` does not
 * tell it better than the last calls.
 */
export class BrokenRule extends Error {
  override readonly name = "BrokenRule";
  readonly done: string | undefined;

  constructor(whatCameBack: string, done?: string) {
    super(whatCameBack);
    this.done = done;
  }
}

export function expectThat(condition: boolean, whatCameBack: string): asserts condition {
  if (!condition) throw new BrokenRule(whatCameBack);
}

export type Attempt<T> = { readonly value: T } | { readonly error: unknown };

/** Waits for a call however it ends; a throw from the call itself counts as a rejection. */
export async function attempt<T>(call: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await call() };
  } catch (error) {
    return { error };
  }
}

function endOf(result: Attempt<unknown>): string {
  return "error" in result ? showValue(result.error) : `the promise resolved to ${showValue(result.value)}`;
}

/** The call must reject with a `VfsError` of this code. */
export async function expectRejection(
  call: () => Promise<unknown>,
  code: VfsErrorCode,
  what = "the call",
): Promise<void> {
  const result = await attempt(call);
  expectThat(
    "error" in result && VfsError.is(result.error, code),
    `${what} should reject with ${code}: ${endOf(result)}`,
  );
}

/** The call must reject with exactly this reason of a signal. */
export async function expectReason(call: () => Promise<unknown>, reason: unknown, what = "the call"): Promise<void> {
  const result = await attempt(call);
  expectThat(
    "error" in result && result.error === reason,
    `${what} should reject with the reason of its signal, the very same value: ${endOf(result)}`,
  );
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

export function expectBytes(actual: unknown, expected: Uint8Array, what = "content"): void {
  expectThat(actual instanceof Uint8Array, `${what} is no Uint8Array: ${showValue(actual)}`);
  if (sameBytes(actual, expected)) return;
  const at = expected.findIndex((byte, index) => actual[index] !== byte);
  const where = at === -1 ? `it is longer` : `it differs from byte ${at} on`;
  expectThat(false, `${what} ${showValue(actual)} instead of ${showValue(expected)}: ${where}`);
}

/** The file must hold these bytes. */
export async function expectContent(storage: Storage, path: string, expected: Uint8Array | string): Promise<void> {
  const { content } = await storage.readFile(path);
  expectBytes(
    content,
    typeof expected === "string" ? bytesOf(expected) : expected,
    `the content of ${showValue(path)}`,
  );
}

/** The two sets of paths must be the same, in any order. */
export function expectSamePaths(actual: readonly string[], expected: readonly string[]): void {
  const sorted = (paths: readonly string[]) => [...paths].sort();
  const [got, wanted] = [sorted(actual), sorted(expected)];
  expectThat(
    got.length === wanted.length && got.every((path, index) => path === wanted[index]),
    `the paths ${showValue(got)} instead of ${showValue(wanted)}`,
  );
}

/** The paths listed, checked only so far that a caller can go on. */
export async function listedPaths(storage: Storage, prefix?: string): Promise<string[]> {
  const files: unknown = await storage.listFiles(prefix === undefined ? undefined : { prefix });
  expectThat(Array.isArray(files), `listFiles resolved to ${showValue(files)}, not to an array`);
  return (files as { path: string }[]).map((file) => file.path);
}

/** Writes so many files, each holding its own path, a few at a time, and gives their paths. */
export async function writeMany(storage: Storage, count: number): Promise<readonly string[]> {
  const paths = Array.from({ length: count }, (_, index) => `many/${Math.floor(index / 50)}/${index}.txt`);
  const write = (path: string) => storage.writeFile(path, bytesOf(path), "text/plain");
  for (let start = 0; start < count; start += 8) await Promise.all(paths.slice(start, start + 8).map(write));
  return paths;
}

/** Whether nothing is at the path: reading rejects, for whatever reason. */
export async function isGone(storage: Storage, path: string): Promise<boolean> {
  return "error" in (await attempt(() => storage.readFile(path)));
}

/** A capability that the requirement needs, and that the runner has found to be there. */
export function capability<Name extends CapabilityName>(
  storage: Storage,
  name: Name,
): NonNullable<StorageCapabilities[Name]> {
  const value = storage.capabilities[name];
  expectThat(value !== undefined, `capabilities.${name} was there and is gone`);
  return value;
}

const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

const blockLength = 65_536;

/** Bytes that look like no text, and of which no two pieces are the same, so that none can change places unseen. */
export function patternBytes(length: number, start = 0): Uint8Array {
  const bytes = new Uint8Array(length);
  const first = Math.min(length, blockLength);
  for (let index = 0; index < first; index++) {
    const position = index + start;
    bytes[index] = position * 31 + (position >> 8) * 17;
  }
  for (let block = 1; block * blockLength < length; block++) {
    bytes.copyWithin(block * blockLength, 0, blockLength);
    bytes[block * blockLength] = block;
  }
  return bytes;
}

/** A signal that has been aborted, and the reason: an object that no copy equals. */
export function abortedSignal(): { readonly signal: AbortSignal; readonly reason: object } {
  const reason = { reason: "the caller gave up" };
  return { signal: AbortSignal.abort(reason), reason };
}
