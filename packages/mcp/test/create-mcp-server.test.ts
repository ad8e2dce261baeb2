import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { createMcpServer } from "@x/mcp";
import { createToolRegistry } from "@x/tools";
import { describe, expect, test } from "vitest";
import { connectClient, textOf } from "./support/connect-client.js";
import { sampleRegistry } from "./support/sample-registry.js";

describe("a client of the official SDK", () => {
  test("learns who it talks to", async () => {
    const client = await connectClient(createToolRegistry(), { instructions: "Read before you write." });
    expect(client.getServerVersion()).toMatchObject({ name: "files", version: "1.2.3" });
    expect(client.getInstructions()).toBe("Read before you write.");
    expect(await client.listTools()).toEqual({ tools: [] });
  });

  test("lists the tools with their schemas and annotations, in the order of the registry", async () => {
    const { registry } = sampleRegistry();
    const client = await connectClient(registry);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["echo", "draw", "panic", "count", "wait"]);
    expect(tools[0]).toMatchObject({
      description: "Gives back its text.",
      inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      annotations: { title: "Echo", readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    });
  });

  test("sees tools that are registered later", async () => {
    const registry = createToolRegistry();
    const client = await connectClient(registry);
    registry.register({ name: "late", description: "", parameters: {} }, () => ({ content: 1 }));
    expect((await client.listTools()).tools).toMatchObject([{ name: "late", inputSchema: { type: "object" } }]);
  });

  test("sees the properties of a schema that leaves its type open, and any object for one that is none", async () => {
    const registry = createToolRegistry();
    const open = { properties: { q: { type: "string" } }, required: ["q"] };
    registry.register({ name: "open", description: "", parameters: open }, () => ({ content: 1 }));
    registry.register({ name: "text", description: "", parameters: { type: "string" } }, () => ({ content: 1 }));
    const client = await connectClient(registry);
    const { tools } = await client.listTools();
    expect(tools.map(({ inputSchema }) => inputSchema)).toEqual([{ ...open, type: "object" }, { type: "object" }]);
  });

  test("is not promised news that never come", async () => {
    const client = await connectClient(createToolRegistry());
    expect(client.getServerCapabilities()?.tools?.listChanged ?? false).toBe(false);
  });

  test("gets no progress that is none", async () => {
    const registry = createToolRegistry();
    registry.register({ name: "odd", description: "", parameters: {} }, (_args, { reportProgress }) => {
      for (const progress of [Number.NaN, "x" as never, 1])
        reportProgress({ progress, total: Number.POSITIVE_INFINITY });
      return { content: 1 };
    });
    const client = await connectClient(registry);
    const seen: unknown[] = [];
    await client.callTool({ name: "odd" }, undefined, { onprogress: (progress) => seen.push(progress) });
    expect(seen).toEqual([{ progress: 1 }]);
  });

  test("gets a result as JSON text, and attachments as what they are", async () => {
    const { registry } = sampleRegistry();
    const client = await connectClient(registry);
    const echoed = await client.callTool({ name: "echo", arguments: { text: "hi" } });
    expect(echoed.isError).toBe(false);
    expect(JSON.parse(textOf(echoed))).toEqual({ text: "hi" });

    const { content } = await client.callTool({ name: "draw" });
    expect(content).toMatchObject([
      { type: "text", text: '"a picture"' },
      { type: "image", mimeType: "image/png", data: "AQID" },
      { type: "resource", resource: { mimeType: "application/pdf", blob: "BAU=" } },
    ]);
  });

  test.each([
    ["an unknown tool", { name: "constructor" }, /unknown tool "constructor"; available tools: echo/],
    ["wrong arguments", { name: "echo", arguments: { text: 1 } }, /argument "text" must be a string, got number/],
    ["a bug", { name: "panic" }, /panic/],
  ])("reads why a call failed: %s", async (_title, call, message) => {
    const { registry } = sampleRegistry();
    const client = await connectClient(registry);
    const result = await client.callTool(call);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(message);
  });

  test("gets progress when it asks for it", async () => {
    const { registry } = sampleRegistry();
    const client = await connectClient(registry);
    const seen: unknown[] = [];
    await client.callTool({ name: "count" }, undefined, { onprogress: (progress) => seen.push(progress) });
    expect(seen).toMatchObject([
      { progress: 1, total: 3, message: "step 1" },
      { progress: 2, total: 3, message: "step 2" },
      { progress: 3, total: 3, message: "step 3" },
    ]);
  });

  test("cancels a call, whose signal aborts", async () => {
    const { registry, waiting, aborted } = sampleRegistry();
    const client = await connectClient(registry);
    const controller = new AbortController();
    const call = client.callTool({ name: "wait" }, undefined, { signal: controller.signal });
    await waiting;
    controller.abort("no longer needed");
    await expect(call).rejects.toThrow();
    await aborted;
    expect(await client.callTool({ name: "echo", arguments: { text: "still here" } })).toMatchObject({
      isError: false,
    });
  });

  test("leaves, and the calls it made are aborted", async () => {
    const { registry, waiting, aborted } = sampleRegistry();
    const client = await connectClient(registry);
    const call = client.callTool({ name: "wait" });
    await waiting;
    await client.close();
    await expect(call).rejects.toThrow();
    await aborted;
  });

  test("makes calls side by side", async () => {
    const { registry, sessions } = sampleRegistry();
    const client = await connectClient(registry);
    const texts = Array.from({ length: 200 }, (_, index) => `text ${index}`);
    const results = await Promise.all(texts.map((text) => client.callTool({ name: "echo", arguments: { text } })));
    expect(results.map((result) => (JSON.parse(textOf(result)) as { text: string }).text)).toEqual(texts);
    expect(new Set(sessions).size).toBe(1);
    expect(sessions[0]).not.toBe("");
  });
});

describe("logging of calls", () => {
  async function logged(logCalls: boolean) {
    const { registry } = sampleRegistry();
    const client = await connectClient(registry, { logCalls });
    const messages: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void messages.push(params));
    await client.callTool({ name: "echo", arguments: { text: "secret" } });
    await client.callTool({ name: "panic" });
    return messages;
  }

  test("tells each call and never its arguments", async () => {
    const messages = await logged(true);
    expect(messages).toMatchObject([
      { level: "info", logger: "files", data: { tool: "echo", isError: false } },
      { level: "info", logger: "files", data: { tool: "panic", isError: true } },
    ]);
    expect(JSON.stringify(messages)).not.toContain("secret");
  });

  test("is off by default", async () => {
    expect(await logged(false)).toEqual([]);
  });
});

test("a server without a name is refused", () => {
  expect(() => createMcpServer(createToolRegistry(), {} as never)).toThrow(TypeError);
});
