/** One reply of the scripted model: what it says, and the tools it calls side by side. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolRequest[];
}

export interface ToolRequest {
  readonly name: string;
  readonly arguments: object;
}

/** What came back for one call. `value` is the result's JSON, or undefined for an error. */
export interface Outcome {
  readonly isError: boolean;
  readonly text: string;
  readonly value: unknown;
}

/** Yields replies and is sent the outcomes of their calls; what it returns is passed on or said at the end. */
export type Script<T> = Generator<Reply, T, readonly Outcome[]>;

const callsPerReply = 8;

/** Calls one tool. */
export function* call(text: string, name: string, args: object): Script<Outcome> {
  const [outcome] = yield { text, calls: [{ name, arguments: args }] };
  if (outcome === undefined) throw new Error(`no outcome for ${name}`);
  return outcome;
}

/** Calls tools side by side, a handful in each reply, and gives their outcomes in order. */
export function* callAll(text: string, calls: readonly ToolRequest[]): Script<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < calls.length; start += callsPerReply) {
    outcomes.push(...(yield { text: start === 0 ? text : "", calls: calls.slice(start, start + callsPerReply) }));
  }
  return outcomes;
}
