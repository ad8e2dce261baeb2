/** An image or a document for the model. */
export interface ToolAttachment {
  readonly mediaType: string;
  readonly data: Uint8Array;
}

/** What a handler gives back. */
export interface ToolResult {
  /** JSON for the model. `undefined` counts as `null`. */
  readonly content: unknown;
  /** A text for people. */
  readonly display?: string | undefined;
  readonly attachments?: readonly ToolAttachment[] | undefined;
}

/** What `run` gives back: the text for the model either way, and what it was made from. */
export interface ToolOutcome {
  readonly callId?: string;
  readonly name: string;
  readonly isError: boolean;
  /** The encoded result, or what `describeToolError` says. Bounded and well formed. */
  readonly text: string;
  readonly result?: ToolResult;
  readonly error?: Error;
}
