import type { Storage } from "@x/vfs";

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export async function read(storage: Storage, path: string): Promise<string> {
  return new TextDecoder().decode((await storage.readFile(path)).content);
}

export async function write(storage: Storage, path: string, text: string): Promise<void> {
  await storage.writeFile(path, bytes(text), "text/plain");
}

export async function paths(storage: Storage, prefix?: string): Promise<string[]> {
  return (await storage.listFiles({ prefix })).map((file) => file.path);
}

/** The code of the error that a call rejects with; fails where it does not reject. */
export async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => {
      throw new Error(`resolved to ${String(value)}`);
    },
    (error: unknown) => (error as { code?: unknown }).code ?? error,
  );
}
