import { createToolRegistry, schema, type ToolRegistry } from "@x/tools";

export interface SampleRegistry {
  readonly registry: ToolRegistry;
  /** The session of each call, in order. */
  readonly sessions: string[];
  /** Resolves when `wait` has been called and is waiting. */
  readonly waiting: Promise<void>;
  /** Resolves when the signal of `wait` has aborted. */
  readonly aborted: Promise<void>;
}

/** Tools that show each thing a result can be. */
export function sampleRegistry(): SampleRegistry {
  const registry = createToolRegistry();
  const sessions: string[] = [];
  const waiting = deferred();
  const aborted = deferred();
  registry.register(
    {
      name: "echo",
      description: "Gives back its text.",
      parameters: schema.object({ text: schema.string("Any text.") }),
      annotations: { title: "Echo", readOnly: true, destructive: false, idempotent: true },
    },
    ({ text }, { sessionId }) => {
      sessions.push(sessionId);
      return { content: { text } };
    },
  );
  registry.register({ name: "draw", description: "Draws.", parameters: schema.object({}) }, () => ({
    content: "a picture",
    attachments: [
      { mediaType: "image/png", data: new Uint8Array([1, 2, 3]) },
      { mediaType: "application/pdf", data: new Uint8Array([4, 5]) },
    ],
  }));
  registry.register({ name: "panic", description: "Has a bug.", parameters: schema.object({}) }, () => {
    throw new TypeError("x is not a function");
  });
  registry.register(
    { name: "count", description: "Reports progress.", parameters: schema.object({}) },
    (_args, { reportProgress }) => {
      for (const progress of [1, 2, 3]) reportProgress({ progress, total: 3, message: `step ${progress}` });
      return { content: 3 };
    },
  );
  registry.register(
    { name: "wait", description: "Waits until it is cancelled.", parameters: schema.object({}) },
    async (_args, { signal }) => {
      waiting.resolve();
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => {
          aborted.resolve();
          resolve();
        });
      });
      return { content: null };
    },
  );
  return { registry, sessions, waiting: waiting.promise, aborted: aborted.promise };
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
