import type { IncomingMessage, ServerResponse } from "node:http";

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
  let reserved = 0;

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

  const follow = (id: string, entry: Entry<T>, request: IncomingMessage, response: ServerResponse) => {
    entry.open += 1;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      entry.open -= 1;
      entry.idleSince = performance.now();
      // Moves it to the end, unless it is no longer there.
      if (entries.delete(id)) entries.set(id, entry);
    };
    // A response that waits behind another on its connection is not told that the connection has gone.
    response.once("close", end);
    request.socket.once("close", end);
  };

  return {
    get size() {
      return entries.size;
    },
    add(id: string, value: T, request: IncomingMessage, response: ServerResponse) {
      const entry = { value, open: 0, idleSince: performance.now() };
      entries.set(id, entry);
      follow(id, entry, request, response);
    },
    /** The session, in use until the response is closed. */
    use(id: string, request: IncomingMessage, response: ServerResponse): T | undefined {
      const entry = entries.get(id);
      if (entry !== undefined) follow(id, entry, request, response);
      return entry?.value;
    },
    remove(id: string) {
      entries.delete(id);
    },
    /**
     * Keeps a place for one more, at the cost of the longest idle session, while `work` adds it or does not. Undefined,
     * and no work, where every session is in use.
     */
    async withPlace<R>(work: () => Promise<R>): Promise<R | undefined> {
      if (entries.size + reserved >= maximumSessions) {
        const idle = [...entries].find(([, { open }]) => open === 0);
        if (idle === undefined) return undefined;
        drop(...idle);
      }
      reserved += 1;
      try {
        return await work();
      } finally {
        reserved -= 1;
      }
    },
    async closeAll() {
      clearInterval(sweep);
      const all = [...entries.values()];
      entries.clear();
      await Promise.all(all.map(({ value }) => close(value)));
    },
  };
}
