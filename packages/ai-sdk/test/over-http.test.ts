import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { type AiSdkToolsOptions, explainInvalidToolCall, toAiSdkTools } from "@x/ai-sdk";
import { createToolRegistry, schema, ToolError, type ToolInterceptor } from "@x/tools";
import { createMemoryStorage } from "@x/vfs-memory";
import { registerVfsTools } from "@x/vfs-tools";
import { stepCountIs, streamText } from "ai";
import { afterEach, expect, test } from "vitest";
import { type Answer, type ChatServer, calls, dropped, failure, startChatServer, text } from "./support/chat-server.js";

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
let server: ChatServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** One run of a model over real HTTP, with the file tools and one that panics; gives everything that came of it. */
async function run(
  answers: readonly Answer[],
  options: AiSdkToolsOptions = {},
  intercept: readonly ToolInterceptor[] = [],
) {
  server = await startChatServer(...answers);
  const storage = createMemoryStorage({ files: { "a.txt": "first\n", "b.txt": "second\n", "pixel.png": png } });
  const dispatched: string[] = [];
  const registry = createToolRegistry({
    intercept: [
      (call, environment, next) => {
        dispatched.push(`${call.name} ${environment.turnId}`);
        return next();
      },
      ...intercept,
    ],
  });
  registerVfsTools(registry, { storage });
  registry.register({ name: "panic", description: "Panics.", parameters: schema.object({}) }, () => {
    throw new TypeError("x is undefined");
  });
  const provider = createOpenAICompatible({ name: "local", baseURL: server.baseURL, includeUsage: false });
  const errors: unknown[] = [];
  const result = streamText({
    model: provider("m"),
    tools: toAiSdkTools(registry, options),
    prompt: "go",
    stopWhen: stepCountIs(5),
    experimental_repairToolCall: explainInvalidToolCall,
    onError: ({ error }) => void errors.push(error),
  });
  const parts: { type: string }[] = [];
  try {
    for await (const part of result.fullStream) parts.push(part);
  } catch (error) {
    errors.push(error);
  }
  const { requests } = server;
  const shown: Record<string, string> = {};
  for (const { role, tool_call_id: id, content } of requests.at(-1)?.messages ?? []) {
    if (role === "tool") shown[id ?? ""] = content ?? "";
  }
  return { storage, registry, requests, dispatched, errors, parts, shown, result };
}

const read = (id: string, path: string) => ({ id, name: "read_file", arguments: JSON.stringify({ path }) });

test("parallel calls in one reply, their arguments cut into fragments", async () => {
  const { registry, requests, dispatched, shown, result } = await run([
    calls(read("c1", "a.txt"), read("c2", "b.txt")),
    text("a is first, ", "b is second"),
  ]);
  expect(JSON.parse(shown.c1!)).toMatchObject({ content: "1\tfirst" });
  expect(JSON.parse(shown.c2!)).toMatchObject({ content: "1\tsecond" });
  expect(dispatched).toHaveLength(2);
  expect(new Set(dispatched).size).toBe(1);
  expect(await result.text).toBe("a is first, b is second");
  expect(requests[0]!.tools!.map((tool) => [tool.function.name, tool.function.parameters])).toEqual(
    registry.definitions().map(({ name, parameters }) => [name, parameters]),
  );
});

test("a write changes the store, and the application sees its display", async () => {
  const write = { id: "c1", name: "write_file", arguments: JSON.stringify({ path: "c.txt", content: "\u{1f600}\n" }) };
  const { storage, parts, result } = await run([calls(write), text("written")]);
  expect(new TextDecoder().decode((await storage.readFile("c.txt")).content)).toBe("\u{1f600}\n");
  expect(parts.find(({ type }) => type === "tool-result")).toMatchObject({
    output: { content: { path: "c.txt" }, display: expect.any(String) as string },
  });
  expect(await result.text).toBe("written");
});

test.each([
  [
    "malformed arguments",
    { id: "c1", name: "read_file", arguments: '{"path": "a.txt"' },
    /^invalid arguments for read_file: arguments must be a JSON object, got text that is not valid JSON: /,
  ],
  [
    "wrong arguments",
    { id: "c1", name: "read_file", arguments: '{"path": 5}' },
    /^invalid arguments for read_file: argument "path" must be a string, got number$/,
  ],
  [
    "an unknown tool",
    { id: "c1", name: "cat", arguments: "{}" },
    /^unknown tool "cat"; available tools: read_file, list_files, .*panic$/,
  ],
  ["a missing file", read("c1", "none.txt"), /none\.txt/],
  [
    "a tool that panics",
    { id: "c1", name: "panic", arguments: "" },
    /^panic failed because of a bug in it: it threw TypeError/,
  ],
])("%s: the model is told, and the run goes on", async (_title, call, message) => {
  const { parts, shown, requests, result, errors } = await run([calls(call, read("c2", "a.txt")), text("I see")]);
  expect(shown.c1).toMatch(message);
  expect(JSON.parse(shown.c2!)).toMatchObject({ content: "1\tfirst" });
  expect(parts.filter(({ type }) => type === "tool-error")).toHaveLength(1);
  expect(requests).toHaveLength(2);
  expect(await result.text).toBe("I see");
  expect(errors).toEqual([]);
});

test("a refusal by the host", async () => {
  const deny: ToolInterceptor = (call, _environment, next) => {
    if (call.name === "delete_file") throw new ToolError("TOOL_DENIED", "deleting is not allowed here");
    return next();
  };
  const call = { id: "c1", name: "delete_file", arguments: '{"path":"a.txt"}' };
  const { storage, shown, result } = await run([calls(call), text("understood")], {}, [deny]);
  expect(shown.c1).toBe("deleting is not allowed here");
  expect(await storage.listFiles()).toHaveLength(3);
  expect(await result.text).toBe("understood");
});

test("a call that waits for approval ends the run without having run", async () => {
  const call = { id: "c1", name: "delete_file", arguments: '{"path":"a.txt"}' };
  const { storage, parts, dispatched, requests } = await run([calls(call)], { approve: "writes" });
  expect(parts.map(({ type }) => type)).toContain("tool-approval-request");
  expect(dispatched).toEqual([]);
  expect(requests).toHaveLength(1);
  expect(await storage.listFiles()).toHaveLength(3);
});

test("an image is an image part, or stays with the application", async () => {
  const answers = [calls(read("c1", "pixel.png")), text("a pixel")];
  const sent = await run(answers);
  expect(JSON.parse(sent.shown.c1!)).toEqual([
    { type: "text", text: expect.any(String) as string },
    { type: "image-data", mediaType: "image/png", data: Buffer.from(png).toString("base64") },
  ]);
  await server!.close();
  const kept = await run(answers, { sendAttachments: false });
  expect(JSON.parse(kept.shown.c1!)).not.toBeInstanceOf(Array);
  expect(kept.parts.find(({ type }) => type === "tool-result")).toMatchObject({
    output: { attachments: [{ mediaType: "image/png", data: Buffer.from(png).toString("base64") }] },
  });
  expect(await kept.result.text).toBe("a pixel");
});

test("a connection that is dropped within a call ends the run, and the half call never runs", async () => {
  const { dispatched, errors, requests } = await run([dropped("delete_file")]);
  expect(dispatched).toEqual([]);
  expect(errors[0]).toMatchObject({ name: "AI_APICallError" });
  expect(requests).toHaveLength(1);
});

test("a rate limit is waited for and tried again", async () => {
  const { requests, shown, result, errors } = await run([
    failure(429, { "retry-after-ms": "1" }),
    calls(read("c1", "a.txt")),
    failure(429, { "retry-after-ms": "1" }),
    text("first"),
  ]);
  expect(requests).toHaveLength(4);
  expect(JSON.parse(shown.c1!)).toMatchObject({ content: "1\tfirst" });
  expect(await result.text).toBe("first");
  expect(errors).toEqual([]);
});
