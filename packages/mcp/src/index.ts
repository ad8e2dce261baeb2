export { createMcpServer, type McpServer, type McpServerOptions, type McpTransport } from "./create-mcp-server.js";
export type { HttpOptions } from "./http-options.js";
export type { HttpListener } from "./serve-http.js";
export type { StdioConnection, StdioOptions } from "./serve-stdio.js";
