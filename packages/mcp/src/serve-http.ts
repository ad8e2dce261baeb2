import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { McpTransport } from "./create-mcp-server.js";
import { createGate, type Refusal } from "./http-gate.js";
import { checkedHttpOptions, type HttpOptions } from "./http-options.js";
import { createBodyReader } from "./request-bodies.js";
import { createSessionTable } from "./session-table.js";

export interface HttpListener {
  /** Where clients find it, as `http://127.0.0.1:8080/mcp`. */
  readonly url: string;
  /** Sessions that are open now. */
  readonly sessions: number;
  /** Ends every session, aborts the calls that still run, and stops listening. */
  close(): Promise<void>;
}

const path = "/mcp";
const requestTimeoutMs = 60_000;
const keepAliveMs = 30_000;

/** Listens for MCP clients. Options that make no sense, or would be unsafe, are a `TypeError`. */
export async function serveHttp(
  connect: (transport: McpTransport) => Promise<void>,
  options: HttpOptions = {},
): Promise<HttpListener> {
  const checked = checkedHttpOptions(options);
  const gate = createGate(checked);
  const readBody = createBodyReader(checked.maximumBodyBytes);
  const sessions = createSessionTable<StreamableHTTPServerTransport>({
    ...checked,
    close: (transport) => transport.close(),
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = gate.refuse(request);
    if (refusal !== undefined) return refuse(response, refusal);
    allowOrigin(request, response);
    if (request.url?.split("?", 1)[0] !== path) return refuse(response, { status: 404, message: "not found" });
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const id = request.headers["mcp-session-id"];
    const transport = typeof id === "string" ? sessions.use(id, request, response) : undefined;
    if (id !== undefined && transport === undefined)
      return refuse(response, { status: 404, message: "no such session" });
    if (request.method !== "POST") {
      if (transport !== undefined) return transport.handleRequest(request, response);
      return refuse(response, { status: 400, message: "a session id is needed" });
    }
    const read = await readBody(request);
    if ("refusal" in read) return refuse(response, read.refusal);
    if (transport !== undefined) return transport.handleRequest(request, response, read.body);
    // Only what can become a session may take the place of one.
    if (!isInitialize(read.body)) return refuse(response, { status: 400, message: "a session id is needed" });
    const begun = await sessions.withPlace(async () => {
      await begin(request, response, read.body);
      return true;
    });
    if (begun === undefined) refuse(response, { status: 503, message: "too many sessions", retryAfter: 10 });
  }

  async function begin(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      keepAliveMs,
      onsessioninitialized: (sessionId) => {
        sessions.add(sessionId, transport, request, response);
      },
      onsessionclosed: (sessionId) => {
        sessions.remove(sessionId);
      },
    });
    await connect(transport);
    await transport.handleRequest(request, response, body);
    // Whatever this was, it was not the start of a session.
    if (transport.sessionId === undefined) await transport.close();
  }

  const server = createServer({ keepAlive: true, requestTimeout: requestTimeoutMs }, (request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) refuse(response, { status: 500, message: "internal error" });
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(checked.port, checked.host, resolve);
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
        server.close(() => {
          resolve();
        });
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Lets the page read the answer: the gate has let its origin through. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return;
  response.setHeader("access-control-allow-origin", headers.origin);
  response.setHeader("access-control-allow-methods", "GET, POST, DELETE");
  response.setHeader(
    "access-control-allow-headers",
    "authorization, content-type, last-event-id, mcp-protocol-version, mcp-session-id",
  );
  response.setHeader("access-control-expose-headers", "mcp-session-id");
  response.setHeader("vary", "origin");
}

function isInitialize(body: unknown): boolean {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.some((message) => (message as { method?: unknown } | null)?.method === "initialize");
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
