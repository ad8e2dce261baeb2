import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { createMcpServer, type McpServerOptions } from "@x/mcp";
import type { ToolRegistry } from "@x/tools";

/** A client of the official SDK, connected to a server over the registry. */
export async function connectClient(registry: ToolRegistry, options: Partial<McpServerOptions> = {}) {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await createMcpServer(registry, { name: "files", version: "1.2.3", ...options }).connect(serverSide);
  const client = new Client({ name: "test", version: "0" });
  await client.connect(clientSide);
  return client;
}

/** The text of a result's first content. */
export function textOf(result: unknown): string {
  const [first] = (result as { content: { type: string; text: string }[] }).content;
  if (first?.type !== "text") throw new Error("the first content is no text");
  return first.text;
}
