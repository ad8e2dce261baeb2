/** How far a call has come, for people who wait for it. */
export interface ToolProgress {
  /** How much is done; grows from one report to the next. */
  readonly progress: number;
  /** How much there is to do, in the same unit; absent when unknown. */
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** What changes from call to call. Everything else (store, clock, database) a handler captures when it is made. */
export interface ToolEnvironment {
  /** Default: `""`. */
  readonly sessionId: string;
  /** The same for all calls of one reply of the model. Default: a new UUID for each dispatch. */
  readonly turnId: string;
  /** Default: the `id` of the call. */
  readonly callId?: string | undefined;
  /** Aborts when nobody waits for the result any longer. Default: a signal that aborts only on `callTimeoutMs`. */
  readonly signal: AbortSignal;
  /**
   * Ignored once the call has ended; what the host's function throws, or rejects with, never reaches the handler.
   * Default: does nothing.
   */
  readonly reportProgress: (progress: ToolProgress) => void;
}
