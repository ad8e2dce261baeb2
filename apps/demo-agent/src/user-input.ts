import { createInterface, type Interface } from "node:readline/promises";
import { setImmediate, setTimeout } from "node:timers/promises";

export interface UserInput {
  /** Whether somebody sits at a terminal who can be asked. */
  readonly interactive: boolean;
  /** Whether the user has quit with Ctrl-C. */
  readonly hasQuit: boolean;
  /** Lines as the user types them, or as they come from a pipe, until the input ends or the consumer stops. */
  lines(): Interface;
  /**
   * Asks, and resolves to the answer; to undefined at Ctrl-C, at the end of input, and where nobody sits at a terminal.
   * What was typed before the question was seen does not answer it.
   */
  ask(question: string): Promise<string | undefined>;
  /** Runs work with a signal that the first Ctrl-C aborts; a second one ends the program, unless it may not. */
  interruptible<T>(work: (signal: AbortSignal) => Promise<T>, options?: { readonly mayQuit: boolean }): Promise<T>;
  close(): void;
}

export interface UserInputOptions {
  readonly input: NodeJS.ReadStream;
  /** Where prompts go; where it is absent or no terminal, none is shown and nothing is asked. */
  readonly output: NodeJS.WriteStream | undefined;
  readonly notice: (message: string) => void;
  /** What a question may say. */
  readonly filter: (question: string) => string;
  /** Ends the program at once. */
  readonly quit: () => void;
}

/** Time for what was typed early to arrive, in milliseconds. */
const settle = 20;

export function createUserInput({ input, output, notice, filter, quit }: UserInputOptions): UserInput {
  const interactive = input.isTTY && output?.isTTY === true;
  let current: Interface | undefined;
  let running: AbortController | undefined;
  let mayQuit = true;
  let cancelQuestion: (() => void) | undefined;
  let hasQuit = false;
  /** Of Ctrl-C, since the user last typed a line or a turn ended. */
  let presses = 0;

  const onInterrupt = () => {
    presses += 1;
    if (cancelQuestion !== undefined) return cancelQuestion();
    if (running !== undefined && !running.signal.aborted) return running.abort();
    if (running !== undefined && !mayQuit) return;
    const atPrompt = running === undefined && current !== undefined;
    if (atPrompt && interactive) output.write("\n");
    if (running === undefined && presses === 1) {
      notice("Press Ctrl-C once more to quit.");
      return current?.prompt(true);
    }
    hasQuit = true;
    if (atPrompt) return current?.close();
    close();
    return quit();
  };
  // A terminal in raw mode, which readline sets, tells Ctrl-C as a key; otherwise it comes as a signal.
  process.on("SIGINT", onInterrupt);

  const open = () => {
    current?.close();
    const opened = createInterface({
      input,
      ...(output !== undefined && { output }),
      terminal: interactive,
      prompt: interactive ? "> " : "",
    });
    opened.on("SIGINT", onInterrupt);
    opened.on("line", () => (presses = 0));
    // Back from Ctrl-Z, readline has the input paused.
    opened.on("SIGCONT", () => opened.resume());
    opened.on("close", () => {
      if (current === opened) current = undefined;
    });
    return (current = opened);
  };
  const close = () => {
    process.off("SIGINT", onInterrupt);
    current?.close();
  };
  const dropTyped = async () => {
    const drop = (data: Buffer) => data.includes("\x03") && onInterrupt();
    input.setRawMode(true);
    input.on("data", drop);
    await setTimeout(settle);
    // Timers may be late; this waits for a look at the input in any case.
    await setImmediate();
    input.off("data", drop);
  };

  return {
    interactive,
    get hasQuit() {
      return hasQuit;
    },
    lines: open,
    async ask(question) {
      if (!interactive) return undefined;
      current?.close();
      await dropTyped();
      const opened = open();
      try {
        return await new Promise<string | undefined>((resolve) => {
          cancelQuestion = () => {
            output.write("\n");
            resolve(undefined);
          };
          opened.once("close", cancelQuestion);
          opened.question(filter(question)).then(resolve, () => undefined);
        });
      } finally {
        if (cancelQuestion !== undefined) opened.off("close", cancelQuestion);
        cancelQuestion = undefined;
        opened.close();
      }
    },
    async interruptible(work, options = { mayQuit: true }) {
      running = new AbortController();
      mayQuit = options.mayQuit;
      try {
        return await work(running.signal);
      } finally {
        running = undefined;
        presses = 0;
      }
    },
    close,
  };
}
