import { PassThrough } from "node:stream";
import { createMcpServer, type StdioOptions } from "@x/mcp";
import { expect, test } from "vitest";
import { sampleRegistry } from "./support/sample-registry.js";

async function serve(options: Partial<StdioOptions> = {}) {
  const sample = sampleRegistry();
  const input = new PassThrough();
  const output = new PassThrough();
  const server = createMcpServer(sample.registry, { name: "files", version: "1" });
  const connection = await server.serveStdio({ input, output, ...options });
  let text = "";
  const answers: { id: number; result?: unknown }[] = [];
  const waiting = new Map<number, (answer: { result?: unknown }) => void>();
  output.on("data", (data: Buffer) => {
    text += data.toString();
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n")) {
      const answer = JSON.parse(text.slice(0, end)) as { id: number; result?: unknown };
      text = text.slice(end + 1);
      answers.push(answer);
      waiting.get(answer.id)?.(answer);
    }
  });
  let nextId = 1;
  const call = (method: string, params: object = {}) => {
    const id = nextId++;
    const answer = new Promise<{ result?: unknown }>((resolve) => waiting.set(id, resolve));
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return answer;
  };
  const clientInfo = { name: "test", version: "0" };
  await call("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  return { ...sample, input, output, connection, call };
}

const echo = { name: "echo", arguments: { text: "hi" } };

test("answers over the streams", async () => {
  const { call } = await serve();
  expect(await call("tools/call", echo)).toMatchObject({ result: { content: [{ text: '{"text":"hi"}' }] } });
});

test.each<[string, (input: PassThrough) => Promise<void>]>([
  ["in one line", (input) => flood(input, Buffer.alloc(1 << 20, "x"), 64)],
  ["in many lines", (input) => flood(input, Buffer.alloc(1 << 20, "not json\n"), 64)],
  ["of nothing but newlines", (input) => flood(input, Buffer.alloc(1 << 16, "\n"), 4)],
])("goes on after 64 MiB of garbage %s", async (_title, garbage) => {
  const { input, call } = await serve({ maximumMessageBytes: 1 << 20 });
  await garbage(input);
  input.write("\n");
  expect(await call("tools/call", echo)).toMatchObject({ result: { isError: false } });
});

test("drops a message over the limit and answers the next", async () => {
  const { call } = await serve({ maximumMessageBytes: 1000 });
  void call("tools/call", { ...echo, arguments: { text: "x".repeat(2000) } });
  expect(await call("tools/call", echo)).toMatchObject({ result: { isError: false } });
});

test("white space before a message does not count", async () => {
  const { input, call } = await serve();
  input.write(" \t");
  expect(await call("tools/call", echo)).toMatchObject({ result: { isError: false } });
});

test("a client that vanishes ends the connection and aborts its calls", async () => {
  const { input, call, connection, waiting, aborted } = await serve();
  void call("tools/call", { name: "wait" });
  await waiting;
  input.end();
  await aborted;
  await connection.closed;
});

test("closing aborts the calls and resolves closed, once or twice", async () => {
  const { call, connection, waiting, aborted } = await serve();
  void call("tools/call", { name: "wait" });
  await waiting;
  await connection.close();
  await connection.close();
  await aborted;
  await connection.closed;
});

test("a limit that makes no sense is refused", async () => {
  await expect(serve({ maximumMessageBytes: 0 })).rejects.toThrow(TypeError);
});

async function flood(input: PassThrough, chunk: Buffer, times: number): Promise<void> {
  for (let index = 0; index < times; index++) {
    if (!input.write(chunk)) await new Promise((resolve) => input.once("drain", resolve));
  }
}
