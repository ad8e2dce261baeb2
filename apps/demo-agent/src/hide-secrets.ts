import type { AgentEvent, Emit } from "./agent-event.js";

/** A key has at least so many characters: a shorter text is part of too many words. */
export const shortestSecret = 8;

/**
 * Keeps secrets out of what is told: a provider's message, or the model itself, may repeat a key. Text comes in pieces,
 * so an end that may be the beginning of a key waits for the next piece.
 */
export function hideSecrets(secrets: readonly string[], emit: Emit): Emit {
  if (secrets.length === 0) return emit;
  const hide = (text: string) => secrets.reduce((all, secret) => all.replaceAll(secret, "[key]"), text);
  let held = "";
  return (event) => {
    if (event.type === "text") {
      const text = hide(held + event.delta);
      const end = text.length - Math.max(...secrets.map((secret) => begunAtEnd(text, secret)));
      held = text.slice(end);
      if (end > 0) emit({ type: "text", delta: text.slice(0, end) });
      return;
    }
    if (held !== "") emit({ type: "text", delta: held.length < shortestSecret ? held : "[key]" });
    held = "";
    emit({ ...(mapStrings(event, hide) as AgentEvent), type: event.type } as AgentEvent);
  };
}

/** How many characters at the end of the text are the beginning of the secret. */
function begunAtEnd(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]));
}
