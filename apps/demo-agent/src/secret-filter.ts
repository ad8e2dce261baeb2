import type { AgentEvent, Emit } from "./agent-event.js";

/** A key has at least so many characters: a shorter text is part of too many words. */
export const shortestSecret = 8;

/** Keeps a secret out of what is told: a provider's message, the name of a file, or the model itself may repeat a key. */
export interface SecretFilter {
  readonly text: (text: string) => string;
  /**
   * Hides it in all events. Text comes in pieces, so an end that may be the beginning of the secret waits for the next
   * piece; where another event comes first, a few characters of it are shown at most.
   */
  events(emit: Emit): Emit;
}

export function createSecretFilter(secret: string | undefined): SecretFilter {
  if (secret === undefined) return { text: (text) => text, events: (emit) => emit };
  const hide = (text: string) => text.replaceAll(secret, "[key]");
  return { text: hide, events: (emit) => filterEvents(secret, hide, emit) };
}

function filterEvents(secret: string, hide: (text: string) => string, emit: Emit): Emit {
  /** The end of the text, where the secret may have begun, and how much of that was shown already. */
  let held = "";
  let shown = 0;
  const show = (delta: string) => {
    if (delta !== "") emit({ type: "text", delta });
  };
  return (event) => {
    if (event.type === "text") {
      const text = held + event.delta;
      const found = text.indexOf(secret);
      const told = hide(text);
      const from = found === -1 ? shown : Math.min(found, shown);
      const end = told.length - begunAtEnd(told, secret);
      show(told.slice(from, end));
      held = told.slice(end);
      shown = Math.max(0, from - end);
      return;
    }
    if (shown < held.length) show(held.length < shortestSecret ? held.slice(shown) : "[key]");
    shown = held.length;
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
