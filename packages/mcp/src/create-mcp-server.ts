import { randomUUID } from "node:crypto";
import { McpServer as SdkServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { ToolRegistry } from "@x/tools";
import { callTool } from "./call-tool.js";
import type { HttpOptions } from "./http-options.js";
import { type HttpListener, serveHttp } from "./serve-http.js";
import { type StdioConnection, type StdioOptions, serveStdio } from "./serve-stdio.js";
import { toMcpTool } from "./to-mcp-tool.js";

export interface McpServerOptions {
  /** What the server calls itself to clients. */
  readonly name: string;
  readonly version: string;
  /** A hint for the model on how to use the tools as a whole. Default: none. */
  readonly instructions?: string | undefined;
  /** Send a log message for each call to clients that listen (MCP's `logging`). Default: false. */
  readonly logCalls?: boolean | undefined;
}

/** The part of the SDK's `Transport` that a connection needs; every transport of the official SDK fits. */
export interface McpTransport {
  sessionId?: string | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
}

export interface McpServer {
  /** Serves one client over a transport of the official SDK, until either side closes it. */
  connect(transport: McpTransport): Promise<void>;
  /** Serves one client over standard input and output, or the streams that are given. */
  serveStdio(options?: StdioOptions): Promise<StdioConnection>;
  /** Serves many clients over streamable HTTP. */
  serveHttp(options?: HttpOptions): Promise<HttpListener>;
}

/**
 * Offers the tools of a registry to MCP clients. Each connection is one session: its calls share a `sessionId`. A call
 * that fails is a result with `isError`, so that the model reads why. A call is aborted when the client cancels it or
 * its session ends.
 */
export function createMcpServer(registry: ToolRegistry, options: McpServerOptions): McpServer {
  const { name, version, instructions, logCalls = false } = options;
  if (typeof name !== "string" || typeof version !== "string") {
    throw new TypeError("createMcpServer needs a name and a version");
  }
  const connect = async (transport: McpTransport): Promise<void> => {
    const capabilities = logCalls ? { logging: {} } : {};
    const { server } = new SdkServer(
      { name, version },
      { capabilities, ...(instructions !== undefined && { instructions }) },
    );
    // Tools are described by JSON Schema already, so they bypass the SDK's own registry, which would promise news of them.
    server.registerCapabilities({ tools: {} });
    const session = randomUUID();
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: registry.definitions().map(toMcpTool) }));
    server.setRequestHandler(CallToolRequestSchema, async (request, { signal, requestId, sendNotification }) => {
      const start = performance.now();
      const sessionId = transport.sessionId ?? session;
      const result = await callTool(registry, request.params, {
        sessionId,
        callId: String(requestId),
        signal,
        sendNotification,
      });
      if (logCalls) {
        const milliseconds = Math.round(performance.now() - start);
        const data = { tool: request.params.name, isError: result.isError, milliseconds };
        // The client may be gone by now; its answer is then lost too, and the transport tells it.
        await server
          .sendLoggingMessage({ level: "info", logger: name, data }, transport.sessionId)
          .catch(() => undefined);
      }
      return result;
    });
    await server.connect(transport);
  };
  return {
    connect,
    serveStdio: (stdio) => serveStdio(connect, stdio),
    serveHttp: (http) => serveHttp(connect, http),
  };
}
