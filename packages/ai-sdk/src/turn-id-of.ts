const turnIds = new WeakMap<object, string>();

/**
 * One id for all calls of one reply: the SDK gives each of them the very list of messages that the model replied to,
 * and every reply another list.
 */
export function turnIdOf(messages: readonly unknown[]): string {
  const turnId = turnIds.get(messages) ?? crypto.randomUUID();
  turnIds.set(messages, turnId);
  return turnId;
}
