import type { Storage } from "@x/vfs";

export const encode = (text: string) => new TextEncoder().encode(text);
export const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

export async function textOf(storage: Storage, path: string): Promise<string> {
  return decode((await storage.readFile(path)).content);
}

export async function pathsOf(storage: Storage, prefix?: string): Promise<string[]> {
  return (await storage.listFiles({ prefix })).map(({ path }) => path);
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** A clock that shows another second each time it is read. */
export function createClock(): () => Date {
  let seconds = 0;
  return () => new Date(Date.UTC(2024, 0, 1, 0, 0, seconds++));
}
