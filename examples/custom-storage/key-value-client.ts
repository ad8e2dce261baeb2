/** The API of a key-value service, as its vendor might ship it. It knows nothing of file stores. */
export interface KeyValueClient {
  get(key: string): Promise<KeyValueEntry | undefined>;
  put(entry: KeyValueEntry, options?: { onlyIfAbsent?: boolean }): Promise<{ stored: boolean }>;
  delete(key: string): Promise<{ deleted: boolean }>;
  /** One page of keys, with their labels and without their values; a cursor where there are more. */
  list(query: { prefix: string; cursor?: string | undefined }): Promise<KeyValuePage>;
}

export interface KeyValueEntry {
  key: string;
  value: Uint8Array;
  labels: Record<string, string>;
}

export interface KeyValuePage {
  entries: Omit<KeyValueEntry, "value">[];
  cursor?: string;
}

const pageLength = 100;

/** The service in memory, for tests: what goes in and comes out is copied, as it would be on a network. */
export function createLocalClient(): KeyValueClient & { shutDown(): void } {
  const entries = new Map<string, KeyValueEntry>();
  let running = true;
  const request = async () => {
    await Promise.resolve();
    if (!running) throw new Error("connect ECONNREFUSED kv.internal.example:7700");
  };
  return {
    shutDown: () => {
      running = false;
    },
    async get(key) {
      await request();
      return structuredClone(entries.get(key));
    },
    async put(entry, options) {
      const sent = structuredClone(entry);
      await request();
      if (options?.onlyIfAbsent && entries.has(entry.key)) return { stored: false };
      entries.set(entry.key, sent);
      return { stored: true };
    },
    async delete(key) {
      await request();
      return { deleted: entries.delete(key) };
    },
    async list({ prefix, cursor }) {
      await request();
      const keys = [...entries.keys()].filter((key) => key.startsWith(prefix)).sort();
      const start = cursor === undefined ? 0 : keys.findIndex((key) => key > cursor);
      const page = start === -1 ? [] : keys.slice(start, start + pageLength);
      const last = page.at(-1);
      return {
        entries: page.map((key) => ({ key, labels: { ...entries.get(key)?.labels } })),
        ...(last !== undefined && last !== keys.at(-1) && { cursor: last }),
      };
    },
  };
}
