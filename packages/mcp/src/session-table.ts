import type { ServerResponse } from "node:http";

interface Entry<T> {
  readonly value: T;
  /** Requests that are being answered, the standing stream for messages of the server included. */
  open: number;
  /** When the last request ended, by the monotonic clock. */
  idleSince: number;
}

interface SessionTableOptions<T> {
  readonly maximumSessions: number;
  readonly idleMs: number;
  readonly close: (value: T) => Promise<void>;
}

/** The sessions that are open, bounded in number and in idle time. */
export function createSessionTable<T>({ maximumSessions, idleMs, close }: SessionTableOptions<T>) {
  // In the order of last use, so the longest idle one comes first.
  const entries = new Map<string, Entry<T>>();

  const drop = (id: string, entry: Entry<T>) => {
    entries.delete(id);
    void close(entry.value).catch(() => undefined);
  };
  const sweep = setInterval(
    () => {
      const before = performance.now() - idleMs;
      for (const [id, entry] of entries) if (entry.open === 0 && entry.idleSince <= before) drop(id, entry);
    },
    Math.min(Math.max(idleMs / 2, 10), 30_000),
  );
  sweep.unref();

  const follow = (id: string, entry: Entry<T>, response: ServerResponse) => {
    entry.open += 1;
    response.once("close", () => {
      entry.open -= 1;
      entry.idleSince = performance.now();
      // Moves it to the end, unless it is no longer there.
      if (entries.delete(id)) entries.set(id, entry);
    });
  };

  return {
    get size() {
      return entries.size;
    },
    add(id: string, value: T, response: ServerResponse) {
      const entry = { value, open: 0, idleSince: performance.now() };
      entries.set(id, entry);
      follow(id, entry, response);
    },
    /** The session, in use until the response is closed. */
    use(id: string, response: ServerResponse): T | undefined {
      const entry = entries.get(id);
      if (entry !== undefined) follow(id, entry, response);
      return entry?.value;
    },
    remove(id: string) {
      entries.delete(id);
    },
    /** Makes room for one more, at the cost of the longest idle session; false where every session is in use. */
    makeRoom(): boolean {
      if (entries.size < maximumSessions) return true;
      for (const [id, entry] of entries) {
        if (entry.open > 0) continue;
        drop(id, entry);
        return true;
      }
      return false;
    },
    async closeAll() {
      clearInterval(sweep);
      const all = [...entries.values()];
      entries.clear();
      await Promise.all(all.map(({ value }) => close(value)));
    },
  };
}
