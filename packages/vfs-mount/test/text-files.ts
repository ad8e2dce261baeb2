import type { Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";

export const encode = (text: string) => new TextEncoder().encode(text);
export const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A store of files that each hold `content`. */
export function memoryOf(content: string, ...paths: string[]): Storage {
  return createMemoryStorage({
    files: Object.fromEntries(paths.map((path) => [path, content])),
    now: () => new Date(0),
  });
}

/** Every path with its text, in the order of the listing. */
export async function textsOf(storage: Storage, prefix?: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const { path } of await storage.listFiles({ prefix })) {
    texts[path] = decode((await storage.readFile(path)).content);
  }
  return texts;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
