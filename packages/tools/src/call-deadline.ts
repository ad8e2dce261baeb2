import { ToolError } from "./tool-error.js";

/** Ends the wait for a call when its signal aborts or its time is over. */
export class CallDeadline {
  /** Aborts with the call. */
  readonly signal: AbortSignal;
  /** Rejects with `TOOL_ABORTED`; never resolves. */
  readonly passed: Promise<never>;
  /** Set when the handler has been called: from then on the call may take effect. */
  started = false;

  private readonly controller = new AbortController();
  private readonly timer: ReturnType<typeof setTimeout> | undefined;
  private readonly onAbort: () => void;
  private reject!: (error: ToolError) => void;

  constructor(
    private readonly tool: string,
    private readonly outer: AbortSignal | undefined,
    timeoutMs: number | undefined,
  ) {
    this.signal = this.controller.signal;
    this.passed = new Promise<never>((_resolve, reject) => {
      this.reject = reject;
    });
    this.passed.catch(() => undefined);
    this.onAbort = () => this.pass("was aborted", outer?.reason);
    outer?.addEventListener("abort", this.onAbort, { once: true });
    if (timeoutMs !== undefined) {
      const late = `took longer than ${timeoutMs} ms and was given up`;
      this.timer = setTimeout(() => this.pass(late, new DOMException(`${tool} ${late}`, "TimeoutError")), timeoutMs);
      // A call that nobody else waits for must not keep the process alive.
      this.timer.unref();
    }
    if (outer?.aborted === true) this.onAbort();
  }

  throwIfPassed(): void {
    if (this.signal.aborted) throw this.error("was aborted", this.signal.reason);
  }

  end(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener("abort", this.onAbort);
  }

  private pass(what: string, reason: unknown): void {
    // Before the handler hears of it: its own error must not win.
    this.reject(this.error(what, reason));
    this.controller.abort(reason);
  }

  private error(what: string, reason: unknown): ToolError {
    const effect = this.started ? "it may still take effect" : "it had not started and has no effect";
    return new ToolError("TOOL_ABORTED", `${this.tool} ${what}; ${effect}`, { tool: this.tool, cause: reason });
  }
}
