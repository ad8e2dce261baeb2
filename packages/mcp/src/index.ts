export { createMcpServer, type McpServer, type McpServerOptions, type McpTransport } from "./create-mcp-server.js";
export type { HttpListener, HttpOptions } from "./serve-http.js";
export type { StdioConnection, StdioOptions } from "./serve-stdio.js";
