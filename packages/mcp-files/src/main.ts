#!/usr/bin/env node
import { createRequire } from "node:module";
import { createMcpServer } from "@x/mcp";
import { createToolRegistry } from "@x/tools";
import { createOverlayStorage } from "@x/vfs-overlay";
import { registerVfsTools } from "@x/vfs-tools";
import { createStorage } from "./create-storage.js";
import { type Options, parseOptions } from "./options.js";
import { registerReviewTools } from "./review-tools.js";
import { UsageError } from "./usage-error.js";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

async function main(options: Options): Promise<void> {
  const { readOnly, review, hideHidden, extensions, maximumFileBytes, http } = options;
  const files = await createStorage(options);
  const overlay = review ? createOverlayStorage({ base: files }) : undefined;
  const registry = createToolRegistry({ repairArguments: true, callTimeoutMs: 60_000 });
  registerVfsTools(registry, {
    storage: overlay ?? files,
    readOnly,
    hideHiddenPaths: hideHidden,
    ...(extensions !== undefined && { allowedExtensions: extensions }),
    ...(maximumFileBytes !== undefined && { maximumFileBytes }),
  });
  if (overlay !== undefined) registerReviewTools(registry, overlay);
  const server = createMcpServer(registry, { name: "mcp-files", version, logCalls: true });

  // Before anything is answered: a client may send a signal as soon as it has heard from the server.
  const connection: Promise<Connection> = http === undefined ? server.serveStdio() : listen(server, http);
  const stop = () => void connection.then((one) => one.close()).catch(() => undefined);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  await connection;
}

interface Connection {
  close(): Promise<void>;
}

async function listen(server: ReturnType<typeof createMcpServer>, { port, host }: { port: number; host: string }) {
  const { MCP_FILES_TOKEN: token } = process.env;
  try {
    const listener = await server.serveHttp({ port, host, ...(token && { token }) });
    process.stderr.write(`mcp-files listens on ${listener.url}\n`);
    return listener;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${error.message} (the variable MCP_FILES_TOKEN)`);
    throw new UsageError(`--http ${port}: ${(error as Error).message}`);
  }
}

// Whoever reads the output may leave before the end, as `head` does.
process.stdout.on("error", () => process.exit(1));

try {
  const options = parseOptions(process.argv.slice(2), version, process.cwd());
  if (options !== undefined) await main(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
}
