import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { McpTransport } from "./create-mcp-server.js";
import { createGate, isLoopback, type Refusal } from "./http-gate.js";
import { createSessionTable } from "./session-table.js";

export interface HttpOptions {
  /** Default: 0, which takes a free one. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: `127.0.0.1`. Any that is not loopback needs a `token`. */
  readonly host?: string | undefined;
  /** Clients must send it as `Authorization: Bearer …`. At least 16 characters. Default: none. */
  readonly token?: string | undefined;
  /** Names that clients may call this server by in `Host`, beside `host` and the names of loopback. Without port. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Web pages that may call, as `https://app.example`, beside those of the allowed hosts. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Default: 100. A new one beyond it takes the place of the longest idle one; where none is idle it is refused. */
  readonly maximumSessions?: number | undefined;
  /** A session without a request for this long is closed. Default: 15 minutes. */
  readonly idleMs?: number | undefined;
  /** A longer request is refused. Default: 16 MiB. */
  readonly maximumBodyBytes?: number | undefined;
}

export interface HttpListener {
  /** Where clients find it, as `http://127.0.0.1:8080/mcp`. */
  readonly url: string;
  /** Sessions that are open now. */
  readonly sessions: number;
  /** Ends every session, aborts the calls that still run, and stops listening. */
  close(): Promise<void>;
}

const path = "/mcp";

/** Listens for MCP clients. Options that make no sense, or would be unsafe, are a `TypeError`. */
export async function serveHttp(
  connect: (transport: McpTransport) => Promise<void>,
  options: HttpOptions = {},
): Promise<HttpListener> {
  const { port = 0, host = "127.0.0.1", token, maximumSessions = 100 } = options;
  const { idleMs = 15 * 60_000, maximumBodyBytes = 16 * 1024 * 1024 } = options;
  for (const [name, value] of Object.entries({ maximumSessions, idleMs, maximumBodyBytes })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`${name} must be a positive integer`);
  }
  if (token === undefined && !isLoopback(host)) {
    throw new TypeError(`listening on ${host}, which is not loopback, needs a token`);
  }
  const gate = createGate({ ...options, host });
  const sessions = createSessionTable<StreamableHTTPServerTransport>({
    maximumSessions,
    idleMs,
    close: (transport) => transport.close(),
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = gate(request);
    if (refusal !== undefined) return refuse(response, refusal);
    if (request.url?.split("?", 1)[0] !== path) return refuse(response, { status: 404, message: "not found" });
    const id = request.headers["mcp-session-id"];
    if (typeof id === "string") {
      const transport = sessions.use(id, response);
      if (transport === undefined) return refuse(response, { status: 404, message: "no such session" });
      return transport.handleRequest(request, response);
    }
    if (request.method !== "POST") return refuse(response, { status: 400, message: "a session id is needed" });
    if (!sessions.makeRoom()) return refuse(response, { status: 503, message: "too many sessions", retryAfter: 10 });
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: maximumBodyBytes,
      onsessioninitialized: (sessionId) => {
        sessions.add(sessionId, transport, response);
      },
      onsessionclosed: (sessionId) => {
        sessions.remove(sessionId);
      },
    });
    await connect(transport);
    await transport.handleRequest(request, response);
    // Whatever this was, it was not the start of a session.
    if (transport.sessionId === undefined) await transport.close();
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) refuse(response, { status: 500, message: "internal error" });
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${shown}:${address.port}${path}`,
    get sessions() {
      return sessions.size;
    },
    async close() {
      await sessions.closeAll();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers with a JSON-RPC error, and closes the connection so that no body has to be read. */
function refuse(response: ServerResponse, { status, message, retryAfter }: Refusal): void {
  response.writeHead(status, {
    "content-type": "application/json",
    connection: "close",
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }));
}
