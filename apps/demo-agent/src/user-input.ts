import { createInterface, type Interface } from "node:readline/promises";

export interface UserInput {
  /** Lines as the user types them, or as they come from a pipe, until the input ends or the consumer stops. */
  lines(): Interface;
  /** Asks, and resolves to the answer; to undefined where nobody sits at a terminal. */
  ask(question: string): Promise<string | undefined>;
  /** Runs work with a signal that the first Ctrl-C aborts. The next Ctrl-C calls `quit`. */
  interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  close(): void;
}

export interface UserInputOptions {
  readonly input: NodeJS.ReadStream;
  /** Where prompts go; absent: no prompt is shown and nothing is asked. */
  readonly output: NodeJS.WriteStream | undefined;
  readonly notice: (message: string) => void;
  /** Ends the program at once. */
  readonly quit: () => void;
}

export function createUserInput({ input, output, notice, quit }: UserInputOptions): UserInput {
  const interactive = input.isTTY && output !== undefined;
  let current: Interface | undefined;
  let running: AbortController | undefined;
  let warned = false;

  const onInterrupt = () => {
    if (running !== undefined && !running.signal.aborted) return running.abort();
    if (running === undefined && !warned) {
      warned = true;
      return notice("Press Ctrl-C once more to quit.");
    }
    close();
    return quit();
  };
  // A terminal in raw mode, which readline sets, tells Ctrl-C as a key; otherwise it comes as a signal.
  process.on("SIGINT", onInterrupt);

  const open = () => {
    current?.close();
    current = createInterface({
      input,
      ...(output !== undefined && { output }),
      terminal: interactive,
      prompt: interactive ? "> " : "",
    });
    current.on("SIGINT", onInterrupt);
    return current;
  };
  const close = () => {
    process.off("SIGINT", onInterrupt);
    current?.close();
    current = undefined;
  };
  return {
    lines: open,
    async ask(question) {
      if (!interactive) return undefined;
      const opened = open();
      const ended = new Promise<undefined>((resolve) => {
        opened.once("close", () => resolve(undefined));
      });
      const answer = await Promise.race([opened.question(question), ended]);
      opened.close();
      return answer;
    },
    async interruptible(work) {
      running = new AbortController();
      warned = false;
      try {
        return await work(running.signal);
      } finally {
        running = undefined;
      }
    },
    close,
  };
}
