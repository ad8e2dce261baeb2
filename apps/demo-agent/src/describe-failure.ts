const deepest = 5;

/** What a provider, a stream or the network failed with, as a text: they throw errors in errors, objects and strings. */
export function describeFailure(error: unknown): string {
  const messages: string[] = [];
  let current = error;
  for (let depth = 0; depth < deepest && current !== undefined && current !== null; depth++) {
    const { message, cause, error: inner } = Object(current) as { message?: unknown; cause?: unknown; error?: unknown };
    const text = typeof current === "string" ? current : typeof message === "string" ? message : "";
    if (text !== "" && !messages.some((known) => known.includes(text))) messages.push(text);
    current = cause ?? inner;
  }
  return messages.join(": ") || "it failed and gave no reason";
}
