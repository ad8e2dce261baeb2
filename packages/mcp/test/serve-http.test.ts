import { once } from "node:events";
import { request } from "node:http";
import { connect as connectSocket } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createMcpServer, type HttpListener, type HttpOptions } from "@x/mcp";
import { afterEach, describe, expect, test, vi } from "vitest";
import { textOf } from "./support/connect-client.js";
import { sampleRegistry } from "./support/sample-registry.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function listen(options: HttpOptions = {}, sample = sampleRegistry()) {
  const listener = await createMcpServer(sample.registry, { name: "files", version: "1" }).serveHttp(options);
  open.push(listener);
  return { ...sample, listener };
}

async function connect({ url }: HttpListener, headers: Record<string, string> = {}) {
  const client = new Client({ name: "test", version: "0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  open.push(client);
  return client;
}

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } },
};

/** One plain request, with headers that `fetch` would not let through. */
function post({ url }: HttpListener, headers: Record<string, string>, body: string | Buffer = JSON.stringify(hello)) {
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request(url, { method: "POST", headers: all, agent: false }, (response) => {
      response.resume();
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe("clients of the official SDK", () => {
  test("call tools side by side, each in a session of its own", async () => {
    const { listener, sessions } = await listen();
    const clients = await Promise.all([connect(listener), connect(listener)]);
    const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`);
    const results = await Promise.all(
      texts.map((text, index) => clients[index % 2]!.callTool({ name: "echo", arguments: { text } })),
    );
    expect(results.map((result) => JSON.parse(textOf(result)) as unknown)).toEqual(texts.map((text) => ({ text })));
    expect(new Set(sessions).size).toBe(2);
    expect(listener.sessions).toBe(2);
  });

  test("get progress and images", async () => {
    const { listener } = await listen();
    const client = await connect(listener);
    const seen: number[] = [];
    await client.callTool({ name: "count" }, undefined, { onprogress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3]);
    expect((await client.callTool({ name: "draw" })).content).toMatchObject([{}, { type: "image", data: "AQID" }, {}]);
  });

  test("cancel a call", async () => {
    const { listener, waiting, aborted } = await listen();
    const client = await connect(listener);
    const controller = new AbortController();
    const call = client.callTool({ name: "wait" }, undefined, { signal: controller.signal });
    await waiting;
    controller.abort();
    await expect(call).rejects.toThrow();
    await aborted;
  });

  test("end their session, whose calls are aborted", async () => {
    const { listener, waiting, aborted } = await listen();
    const client = await connect(listener);
    const call = client.callTool({ name: "wait" });
    call.catch(() => undefined);
    await waiting;
    await (client.transport as unknown as StreamableHTTPClientTransport).terminateSession();
    await aborted;
    expect(listener.sessions).toBe(0);
  });
});

describe("what is refused before it is read", () => {
  test.each<[string, Record<string, string>, number]>([
    ["a foreign host, as with DNS rebinding", { host: "evil.example" }, 403],
    ["no known host in a port", { host: "evil.example:80" }, 403],
    ["a foreign page", { origin: "https://evil.example" }, 403],
    ["an opaque page", { origin: "null" }, 403],
    ["a page of this machine", { origin: "http://localhost:3000" }, 200],
    ["a name of loopback", { host: "LOCALHOST:1234" }, 200],
    ["nothing unusual", {}, 200],
  ])("%s", async (_title, headers, status) => {
    const { listener } = await listen();
    expect(await post(listener, headers)).toMatchObject({ status });
  });

  test("hosts and pages can be allowed", async () => {
    const { listener } = await listen({ allowedHosts: ["files.example"], allowedOrigins: ["https://app.example"] });
    expect(await post(listener, { host: "files.example" })).toMatchObject({ status: 200 });
    expect(await post(listener, { origin: "https://app.example" })).toMatchObject({ status: 200 });
    expect(await post(listener, { origin: "https://app.example.evil.example" })).toMatchObject({ status: 403 });
  });

  test("without the token", async () => {
    const token = "correct-horse-battery";
    const { listener } = await listen({ token });
    expect(await post(listener, {})).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
    expect(await post(listener, { authorization: "Bearer wrong" })).toMatchObject({ status: 401 });
    expect(await post(listener, { authorization: token })).toMatchObject({ status: 401 });
    expect(await post(listener, { authorization: `Bearer ${token}` })).toMatchObject({ status: 200 });
    const client = await connect(listener, { authorization: `Bearer ${token}` });
    expect((await client.listTools()).tools).toHaveLength(5);
  });

  test("the scheme of the token counts in any case", async () => {
    const { listener } = await listen({ token: "correct-horse-battery" });
    expect(await post(listener, { authorization: "bearer correct-horse-battery" })).toMatchObject({ status: 200 });
  });

  test("on another address the token decides, under whatever name the server is called", async () => {
    const { listener } = await listen({ host: "0.0.0.0", token: "correct-horse-battery" });
    const authorization = "Bearer correct-horse-battery";
    for (const host of ["192.0.2.7:8080", "files.example", "[2001:db8::1]:80"]) {
      expect(await post(listener, { authorization, host })).toMatchObject({ status: 200 });
      expect(await post(listener, { host })).toMatchObject({ status: 401 });
    }
    const elsewhere = { authorization, host: "files.example", origin: "https://evil.example" };
    expect(await post(listener, elsewhere)).toMatchObject({ status: 403 });
    expect(await post(listener, { ...elsewhere, origin: "https://files.example" })).toMatchObject({ status: 200 });
  });

  test("a page that is allowed may ask for permission and read the answer", async () => {
    const { listener } = await listen({ token: "correct-horse-battery", allowedOrigins: ["https://app.example/"] });
    const origin = "https://app.example";
    const preflight = await fetch(listener.url, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
    const answer = await post(listener, { origin, authorization: "Bearer correct-horse-battery" });
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-expose-headers": "mcp-session-id",
    });
    const foreign = await fetch(listener.url, { method: "OPTIONS", headers: { origin: "https://evil.example" } });
    expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  });

  test("another path, an unknown session, a stream without a session", async () => {
    const { listener } = await listen();
    expect(await post({ ...listener, url: listener.url.replace("/mcp", "/other") }, {})).toMatchObject({ status: 404 });
    expect(await post(listener, { "mcp-session-id": "unknown" })).toMatchObject({ status: 404 });
    expect((await fetch(listener.url)).status).toBe(400);
  });
});

test.each<[string, HttpOptions]>([
  ["another address without a token", { host: "0.0.0.0" }],
  ["a name without a token", { host: "files.example" }],
  ["every address of IPv6 without a token", { host: "::" }],
  ["a token that can be guessed", { host: "0.0.0.0", token: "short" }],
  ["no sessions", { maximumSessions: 0 }],
  ["no idle time", { idleMs: -1 }],
  ["half a byte", { maximumBodyBytes: 0.5 }],
  ["a token that no header can carry", { token: "é".repeat(16) }],
  ["a token of blanks", { token: " ".repeat(16) }],
  ["an empty host", { host: "", token: "correct-horse-battery" }],
  ["a host with a port", { allowedHosts: ["files.example:80"] }],
  ["a string of hosts", { allowedHosts: "files.example" as never }],
  ["an origin with a path", { allowedOrigins: ["https://app.example/x"] }],
  ["a port that is none", { port: 70_000 }],
])("does not start with %s", async (_title, options) => {
  const { registry } = sampleRegistry();
  const server = createMcpServer(registry, { name: "files", version: "1" });
  await expect(server.serveHttp(options)).rejects.toThrow(TypeError);
});

test("starts on another address with a token", async () => {
  const { listener } = await listen({ host: "0.0.0.0", token: "correct-horse-battery" });
  expect(await post(listener, { authorization: "Bearer correct-horse-battery", host: "localhost" })).toMatchObject({
    status: 200,
  });
});

describe("limits", () => {
  test("a body over the limit is refused, and so is one that is no JSON; the server goes on", async () => {
    const { listener } = await listen({ maximumBodyBytes: 1000 });
    expect(await post(listener, {}, JSON.stringify({ ...hello, pad: "x".repeat(2000) }))).toMatchObject({
      status: 413,
    });
    expect(await post(listener, {}, "{")).toMatchObject({ status: 400 });
    expect(await post(listener, {}, JSON.stringify({ ...hello, method: "tools/list" }))).toMatchObject({ status: 400 });
    expect(listener.sessions).toBe(0);
    expect(await post(listener, {})).toMatchObject({ status: 200 });
  });

  test("a thousand sessions opened and left stay within the limit, and a client in use is not thrown out", async () => {
    const { listener, waiting } = await listen({ maximumSessions: 20 });
    const client = await connect(listener);
    const call = client.callTool({ name: "wait" });
    call.catch(() => undefined);
    await waiting;
    for (let batch = 0; batch < 50; batch++) {
      await Promise.all(Array.from({ length: 20 }, () => post(listener, {})));
      expect(listener.sessions).toBeLessThanOrEqual(20);
    }
    expect(await client.callTool({ name: "echo", arguments: { text: "still here" } })).toMatchObject({
      isError: false,
    });
  });

  test("sessions that begin at the same time stay within the limit too", async () => {
    const { listener } = await listen({ maximumSessions: 3 });
    const text = JSON.stringify(hello);
    const requests = Array.from({ length: 20 }, () => {
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const sent = request(listener.url, { method: "POST", headers, agent: false });
      const answered = new Promise<void>((resolve) => {
        sent.on("response", (response) => {
          response.resume();
          response.on("end", resolve);
        });
      });
      sent.write(text.slice(0, -1));
      return { finish: () => sent.end(text.slice(-1)), answered };
    });
    for (const { finish } of requests) finish();
    await Promise.all(requests.map(({ answered }) => answered));
    expect(listener.sessions).toBeLessThanOrEqual(3);
  });

  test("what is no start of a session ends none", async () => {
    const { listener } = await listen({ maximumSessions: 1 });
    const client = await connect(listener);
    expect(await post(listener, {}, "garbage")).toMatchObject({ status: 400 });
    expect(await post(listener, {}, JSON.stringify({ ...hello, method: "tools/list" }))).toMatchObject({ status: 400 });
    expect(await client.callTool({ name: "echo", arguments: { text: "hi" } })).toMatchObject({ isError: false });
  });

  test("a connection that is dropped with a request waiting behind its stream holds no session", async () => {
    const { listener } = await listen({ maximumSessions: 1 });
    const { headers } = await post(listener, {});
    const socket = connectSocket(Number(new URL(listener.url).port), "127.0.0.1");
    const common = `host: localhost\r\nmcp-session-id: ${String(headers["mcp-session-id"])}\r\n`;
    const accept = "accept: application/json, text/event-stream\r\n";
    const ping = JSON.stringify({ jsonrpc: "2.0", id: 9, method: "ping" });
    socket.write(`GET /mcp HTTP/1.1\r\n${common}${accept}\r\n`);
    await once(socket, "data");
    socket.write(
      `POST /mcp HTTP/1.1\r\n${common}${accept}content-type: application/json\r\ncontent-length: ${ping.length}\r\n\r\n${ping}`,
    );
    socket.destroy();
    await vi.waitFor(async () => expect(await post(listener, {})).toMatchObject({ status: 200 }));
  });

  test("a session in which nothing happens is closed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    try {
      const { listener } = await listen({ idleMs: 60_000 });
      await post(listener, {});
      await vi.waitFor(() => expect(listener.sessions).toBe(1));
      vi.advanceTimersByTime(50_000);
      expect(listener.sessions).toBe(1);
      vi.advanceTimersByTime(40_000);
      expect(listener.sessions).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

test("closing ends every session and aborts its calls", async () => {
  const { listener, waiting, aborted } = await listen();
  const client = await connect(listener);
  const call = client.callTool({ name: "wait" });
  call.catch(() => undefined);
  await waiting;
  await listener.close();
  await aborted;
  expect(listener.sessions).toBe(0);
  await expect(fetch(listener.url)).rejects.toThrow();
});
