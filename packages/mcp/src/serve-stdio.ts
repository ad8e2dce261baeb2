import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { McpTransport } from "./create-mcp-server.js";
import { limitLines } from "./limit-lines.js";

export interface StdioOptions {
  /** Default: `process.stdin`. */
  readonly input?: Readable | undefined;
  /** Default: `process.stdout`. Nothing else may write to it. */
  readonly output?: Writable | undefined;
  /** A longer message is dropped, and the connection goes on. In bytes. Default: 16 MiB. */
  readonly maximumMessageBytes?: number | undefined;
}

export interface StdioConnection {
  /** Resolves once the client has gone or `close` was called. */
  readonly closed: Promise<void>;
  /** Aborts the calls that still run and stops reading. */
  close(): Promise<void>;
}

/** Connects standard input and output. What is no message is dropped: it ends neither the connection nor the process. */
export async function serveStdio(
  connect: (transport: McpTransport) => Promise<void>,
  { input = process.stdin, output = process.stdout, maximumMessageBytes = 16 * 1024 * 1024 }: StdioOptions = {},
): Promise<StdioConnection> {
  if (!Number.isSafeInteger(maximumMessageBytes) || maximumMessageBytes < 1) {
    throw new TypeError("maximumMessageBytes must be a positive integer");
  }
  const lines = input.pipe(limitLines(maximumMessageBytes));
  // One message more than the limit and a chunk behind it: the filter in front keeps the transport below this.
  const transport = new StdioServerTransport(lines, output, { maxBufferSize: 2 * maximumMessageBytes + 1024 * 1024 });
  await connect(transport);
  let done!: () => void;
  const closed = new Promise<void>((resolve) => {
    done = resolve;
  });
  // The SDK installed its own handler on connecting; both run.
  const onclose = transport.onclose;
  transport.onclose = () => {
    onclose?.();
    input.unpipe(lines);
    done();
  };
  const close = () => transport.close();
  lines.once("end", () => void close());
  input.once("error", () => void close());
  // A client that has gone without closing its side shows when something is written to it.
  output.once("error", () => void close());
  return { closed, close };
}
