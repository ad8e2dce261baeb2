import { explainInvalidToolCall, toAiSdkTools } from "@x/ai-sdk";
import {
  createToolRegistry,
  type StandardSchema,
  schema,
  type ToolEnvironment,
  ToolError,
  type ToolRegistry,
} from "@x/tools";
import { generateText, stepCountIs, ToolLoopAgent, tool } from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { callOf, done, mockModel, shownTo } from "./support/mock-model.js";

const image = Uint8Array.from([137, 80, 78, 71]);

function setUp(): { registry: ToolRegistry; environments: ToolEnvironment[] } {
  const registry = createToolRegistry();
  const environments: ToolEnvironment[] = [];
  registry.register(
    {
      name: "echo",
      description: "Echoes.",
      parameters: schema.object({ text: schema.string("What to echo.") }),
      annotations: { title: "Echo", readOnly: true },
    },
    ({ text }, environment) => {
      environments.push(environment);
      return { content: { text }, display: `echoed ${text.slice(0, 20)}` };
    },
  );
  registry.register({ name: "draw", description: "Draws.", parameters: schema.object({}) }, () => ({
    content: { drawn: true },
    attachments: [
      { mediaType: "image/png", data: image },
      { mediaType: "application/pdf", data: image.subarray(1, 3) },
    ],
  }));
  const fail = (name: string, work: () => never) =>
    registry.register({ name, description: "", parameters: schema.object({}) }, work);
  fail("panic", () => {
    throw new TypeError("x is undefined");
  });
  fail("deny", () => {
    throw new ToolError("TOOL_DENIED", "the user declined");
  });
  fail("silent", () => {
    throw new Error("");
  });
  fail("huge", () => {
    throw new ToolError("TOOL_DENIED", "x".repeat(100_000));
  });
  registry.register({ name: "nan", description: "", parameters: schema.object({}) }, () => ({ content: Number.NaN }));
  return { registry, environments };
}

async function run(
  calls: ReturnType<typeof callOf>[],
  options: Parameters<typeof toAiSdkTools>[1] = {},
  { registry, environments } = setUp(),
) {
  const model = mockModel(calls, done);
  const result = await generateText({
    model,
    tools: toAiSdkTools(registry, options),
    prompt: "go",
    stopWhen: stepCountIs(3),
    experimental_repairToolCall: explainInvalidToolCall,
  });
  return { model, result, environments };
}

test("the definitions reach the model as they are", async () => {
  const { registry } = setUp();
  const { model } = await run([], {}, { registry, environments: [] });
  expect(
    model.doGenerateCalls[0]!.tools!.map((tool) => (tool.type === "function" ? [tool.name, tool.inputSchema] : [])),
  ).toEqual(registry.definitions().map(({ name, parameters }) => [name, parameters]));
  expect(toAiSdkTools(registry).echo).toMatchObject({ description: "Echoes.", title: "Echo" });
});

describe("results", () => {
  test("the model sees the content, the application everything", async () => {
    const { model, result } = await run([callOf("echo", { text: "hi" })]);
    expect(shownTo(model)).toEqual({ c1: { type: "text", value: '{"text":"hi"}' } });
    expect(result.steps[0]!.toolResults[0]!.output).toEqual({ content: { text: "hi" }, display: "echoed hi" });
    expect(result.text).toBe("done");
  });

  test("are capped for the model and whole for the application", async () => {
    const text = "\u{1f600}".repeat(50_000);
    for (const maximumBytes of [undefined, 500]) {
      const { model, result } = await run([callOf("echo", { text })], { maximumBytes });
      const { value } = shownTo(model).c1 as { value: string };
      expect(Buffer.byteLength(value)).toBeLessThanOrEqual(maximumBytes ?? 65_536);
      expect(JSON.parse(value)).toMatchObject({ truncated: true });
      expect(result.steps[0]!.toolResults[0]!.output).toMatchObject({ content: { text } });
    }
  });

  test("attachments are image and file parts", async () => {
    const { model, result } = await run([callOf("draw", {})]);
    expect(shownTo(model).c1).toEqual({
      type: "content",
      value: [
        { type: "text", text: '{"drawn":true}' },
        { type: "image-data", mediaType: "image/png", data: "iVBORw==" },
        { type: "file-data", mediaType: "application/pdf", data: "UE4=" },
      ].map((part) => expect.objectContaining(part) as unknown),
    });
    const { output } = result.steps[0]!.toolResults[0]!;
    expect(JSON.parse(JSON.stringify(output))).toEqual(output);
  });

  test("attachments can be kept from the model", async () => {
    const { model } = await run([callOf("draw", {})], { sendAttachments: false });
    expect(shownTo(model).c1).toEqual({ type: "text", value: '{"drawn":true}' });
  });

  test("stored outputs of any shape are shown without a throw", async () => {
    const { echo } = toAiSdkTools(setUp().registry);
    for (const output of [
      null,
      5,
      {},
      { content: 1n },
      { content: 1, attachments: 5 },
      { content: 1, attachments: [null] },
    ]) {
      const shown = await echo!.toModelOutput!({ toolCallId: "c", input: {}, output: output as never });
      expect(["text", "error-text"]).toContain(shown.type);
    }
  });
});

describe("failures are shown to the model, and the run goes on", () => {
  test.each<[string, string, unknown, string]>([
    ["refused arguments", "echo", {}, 'invalid arguments for echo: argument "text" is required'],
    [
      "arguments that are no object",
      "echo",
      "null",
      "invalid arguments for echo: arguments must be a JSON object, got null",
    ],
    ["a list of arguments", "echo", "[1]", "invalid arguments for echo: arguments must be a JSON object, got array"],
    [
      "arguments that are no JSON",
      "echo",
      '{"text":',
      "invalid arguments for echo: arguments must be a JSON object, got text that is not valid JSON: ",
    ],
    [
      "arguments that the SDK forbids",
      "echo",
      '{"text":"a","__proto__":{}}',
      'invalid arguments for echo: arguments must be a JSON object, got one with a property that is called "__proto__"',
    ],
    [
      "an unknown tool",
      "write",
      {},
      'unknown tool "write"; available tools: echo, draw, panic, deny, silent, huge, nan',
    ],
    ["the name of a prototype property", "constructor", {}, 'unknown tool "constructor"; available tools: echo'],
    ["the prototype's name", "__proto__", {}, 'unknown tool "__proto__"; available tools: echo'],
    ["a name without end", "n".repeat(5_000), {}, `unknown tool "${"n".repeat(120)}..."; available tools: echo`],
    ["a panic", "panic", {}, "panic failed because of a bug in it: it threw TypeError: x is undefined"],
    ["a denial", "deny", {}, "the user declined"],
    ["an error without a message", "silent", {}, "the call failed and gave no reason"],
    ["a message without end", "huge", {}, "xxxx"],
    ["a result that cannot be encoded", "nan", {}, "the result cannot be encoded: content is NaN"],
  ])("%s", async (_title, name, input, text) => {
    const { model, result } = await run([callOf(name, input), callOf("echo", { text: "beside" }, "c2")]);
    const shown = shownTo(model) as Record<string, { type: string; value: string }>;
    expect(shown.c1!.type).toBe("error-text");
    expect(shown.c1!.value.startsWith(text)).toBe(true);
    expect(shown.c1!.value.length).toBeLessThan(5_000);
    expect(shown.c2!.value).toBe('{"text":"beside"}');
    expect(result.text).toBe("done");
    const errors = result.steps[0]!.content.filter((part) => part.type === "tool-error");
    expect(errors).toHaveLength(1);
  });

  test("the application gets the error with its code", async () => {
    const { result } = await run([callOf("huge", {})]);
    const error = result.steps[0]!.content.find((part) => part.type === "tool-error")!.error;
    expect(ToolError.is(error, "TOOL_DENIED")).toBe(true);
  });
});

describe("the environment", () => {
  test("one turn for all calls of a reply, another for the next", async () => {
    const { registry, environments } = setUp();
    const call = (id: string) => callOf("echo", { text: id }, id);
    const model = mockModel([call("a"), call("b")], [call("c")], done);
    const tools = toAiSdkTools(registry, { sessionId: "s1" });
    await generateText({ model, tools, prompt: "go", stopWhen: stepCountIs(5) });
    expect(environments.map(({ callId, sessionId }) => [callId, sessionId])).toEqual([
      ["a", "s1"],
      ["b", "s1"],
      ["c", "s1"],
    ]);
    const [a, b, c] = environments.map(({ turnId }) => turnId);
    expect(a).toBe(b);
    expect(c).not.toBe(a);
  });

  test("an abort reaches the handler and ends the run", async () => {
    const controller = new AbortController();
    const registry = createToolRegistry();
    let signal: AbortSignal | undefined;
    registry.register({ name: "wait", description: "", parameters: schema.object({}) }, (_args, environment) => {
      signal = environment.signal;
      controller.abort();
      return new Promise(() => undefined);
    });
    const model = mockModel([callOf("wait", {})], done);
    const call = generateText({
      model,
      tools: toAiSdkTools(registry),
      prompt: "go",
      stopWhen: stepCountIs(3),
      abortSignal: controller.signal,
    });
    await call.catch(() => undefined);
    expect(signal!.aborted).toBe(true);
  });
});

describe("approvals", () => {
  const tools = (approve: NonNullable<Parameters<typeof toAiSdkTools>[1]>["approve"]) =>
    toAiSdkTools(setUp().registry, { approve });

  test("are off by default, and on for what may write", () => {
    expect(Object.values(tools(undefined)).every((tool) => tool.needsApproval === undefined)).toBe(true);
    expect([tools("writes").echo!.needsApproval, tools("writes").draw!.needsApproval]).toEqual([false, true]);
  });

  test("a call waits, and runs or not as the user answers", async () => {
    const { registry, environments } = setUp();
    const approve = (tool: { name: string }, input: unknown) =>
      tool.name === "echo" && (input as { text: string }).text === "ask";
    const set = toAiSdkTools(registry, { approve });
    const model = mockModel([callOf("echo", { text: "ask" })], done, done);
    const first = await generateText({ model, tools: set, prompt: "go", stopWhen: stepCountIs(3) });
    const request = first.content.find((part) => part.type === "tool-approval-request")!;
    expect(environments).toEqual([]);
    const answer = (approved: boolean) =>
      generateText({
        model,
        tools: set,
        stopWhen: stepCountIs(3),
        messages: [
          { role: "user", content: "go" },
          ...first.response.messages,
          {
            role: "tool",
            content: [
              { type: "tool-approval-response", approvalId: request.approvalId, approved, reason: "not today" },
            ],
          },
        ],
      });
    await answer(false);
    expect(shownTo(model).c1).toMatchObject({ type: "execution-denied", reason: "not today" });
    expect(environments).toEqual([]);
    await answer(true);
    expect(shownTo(model).c1).toMatchObject({ type: "text", value: '{"text":"ask"}' });
    expect(environments).toHaveLength(1);
  });

  test("are decided on the arguments that the handler gets", async () => {
    const registry = createToolRegistry({ repairArguments: true });
    const deleted: unknown[] = [];
    registry.register(
      {
        name: "del",
        description: "Deletes.",
        parameters: schema.object({ path: schema.string("p"), all: schema.optional(schema.boolean("a")) }),
      },
      (args) => ({ content: deleted.push(args) }),
    );
    const asked: unknown[] = [];
    const approve = (_tool: object, input: Readonly<Record<string, unknown>>) => {
      asked.push(input);
      return String(input.path).startsWith("secret/") || input.all === true;
    };
    const encodedTwice = JSON.stringify('{"path":"secret/x"}');
    for (const input of [encodedTwice, { path: "secret/x" }, { path: "a", all: "true" }, {}, "null", "[]"]) {
      await run([callOf("del", input)], { approve }, { registry, environments: [] });
    }
    expect(deleted).toEqual([]);
    expect(asked).toEqual([{ path: "secret/x" }, { path: "a", all: true }]);
    const { model } = await run([callOf("del", encodedTwice)], {}, { registry, environments: [] });
    expect(deleted).toEqual([]);
    expect(shownTo(model).c1).toMatchObject({
      value: "invalid arguments for del: arguments must be a JSON object, got string",
    });
    await run([callOf("del", { path: "a", all: null })], { approve }, { registry, environments: [] });
    expect(deleted).toEqual([{ path: "a" }]);
  });

  test("are asked for where a call cannot be checked", async () => {
    const registry = createToolRegistry();
    const jsonSchema = { input: () => ({ type: "object" }) };
    const validate = () => Promise.reject(new Error("pg://user:pw@host"));
    const parameters: StandardSchema = { "~standard": { version: 1, vendor: "v", validate, jsonSchema } };
    registry.register({ name: "t", description: "", parameters }, () => ({ content: null }));
    const { result } = await run([callOf("t", {})], { approve: () => false }, { registry, environments: [] });
    expect(result.content.map((part) => part.type)).toContain("tool-approval-request");
  });

  test("of another kind are a TypeError, and so is a cap that nothing fits", () => {
    expect(() => tools("reads" as never)).toThrow(TypeError);
    expect(() => toAiSdkTools(setUp().registry, { maximumBytes: 5 })).toThrow(TypeError);
  });

  test.each([null, "writes", { sessionId: 5 }, { sendAttachments: "no" }, { onProgress: 1 }, { maximumBytes: "64" }])(
    "options %j are a TypeError",
    (options) => {
      expect(() => toAiSdkTools(setUp().registry, options as never)).toThrow(TypeError);
    },
  );
});

test("what another tool's schema refuses keeps the SDK's text", async () => {
  const model = mockModel([callOf("mine", { q: 1 })], done);
  const mine = tool({ inputSchema: z.object({ q: z.string() }), execute: () => "found" });
  await generateText({
    model,
    tools: { ...toAiSdkTools(setUp().registry), mine },
    prompt: "go",
    stopWhen: stepCountIs(3),
    experimental_repairToolCall: explainInvalidToolCall,
  });
  const { value } = shownTo(model).c1 as { value: string };
  expect(value).toMatch(/Invalid input for tool mine/);
  expect(value).toContain('"q"');
});

test("an agent uses the tools", async () => {
  const model = mockModel([callOf("echo", { text: "hi" })], done);
  const agent = new ToolLoopAgent({
    model,
    tools: toAiSdkTools(setUp().registry),
    experimental_repairToolCall: explainInvalidToolCall,
  });
  expect((await agent.generate({ prompt: "go" })).text).toBe("done");
  expect(shownTo(model).c1).toMatchObject({ value: '{"text":"hi"}' });
});

test("progress is told with the call it belongs to, and to nobody by default", async () => {
  const registry = createToolRegistry();
  registry.register({ name: "scan", description: "", parameters: schema.object({}) }, (_args, { reportProgress }) => {
    reportProgress({ progress: 1, total: 2, message: "half" });
    return { content: null };
  });
  const told: unknown[] = [];
  const context = { registry, environments: [] };
  await run([callOf("scan", {})], { onProgress: (call, progress) => told.push({ ...call, ...progress }) }, context);
  expect(told).toMatchObject([
    { name: "scan", callId: expect.any(String) as string, progress: 1, total: 2, message: "half" },
  ]);
  await run([callOf("scan", {})], {}, context);
  expect(told).toHaveLength(1);
});
