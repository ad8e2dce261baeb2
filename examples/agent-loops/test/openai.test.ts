import { afterEach, expect, test } from "vitest";
import { runAgent } from "../openai.js";
import { type Stub, sampleRegistry, startStub } from "./support.js";

let stub: Stub | undefined;
afterEach(() => stub?.close());

async function run(answers: (object | number)[], sample = sampleRegistry(), more = {}) {
  stub = await startStub(answers);
  const text = await runAgent({ ...sample, baseUrl: stub.baseUrl, apiKey: "key", model: "m", prompt: "Go.", ...more });
  return { text, turns: sample.turns, requests: stub.requests, registry: sample.registry };
}

const says = (content: string | null) => ({
  choices: [{ finish_reason: "stop", message: { role: "assistant", content } }],
});

const calls = (...list: [name: string, args: string][]) => ({
  choices: [
    {
      finish_reason: "tool_calls",
      message: {
        role: "assistant",
        content: null,
        tool_calls: list.map(([name, args], index) => ({
          id: `call_${index}`,
          type: "function",
          function: { name, arguments: args },
        })),
      },
    },
  ],
});

test("sends the prompt and the tools, and gives the text", async () => {
  const { text, requests, registry } = await run([says("Hello.")]);
  expect(text).toBe("Hello.");
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    path: "/chat/completions",
    headers: { authorization: "Bearer key", "content-type": "application/json" },
  });
  expect(requests[0]!.body).toEqual({
    model: "m",
    messages: [{ role: "user", content: "Go." }],
    tools: registry.definitions().map(({ name, description, parameters }) => {
      return { type: "function", function: { name, description, parameters } };
    }),
  });
});

test("runs the calls of one reply side by side, as one turn", async () => {
  const reply = calls(["meet", '{"who":"Ada"}'], ["meet", '{"who":"Bob"}']);
  const { text, turns, requests } = await run([reply, calls(["draw", ""]), says("Done.")]);
  expect(text).toBe("Done.");
  expect(requests[1]!.body.messages).toEqual([
    { role: "user", content: "Go." },
    reply.choices[0]!.message,
    { role: "tool", tool_call_id: "call_0", content: '{"met":"Ada"}' },
    { role: "tool", tool_call_id: "call_1", content: '{"met":"Bob"}' },
  ]);
  expect(turns).toHaveLength(3);
  expect(turns[0]).toBe(turns[1]);
  expect(turns[0]).not.toBe(turns[2]);
});

test.each([
  ["broken JSON", "draw", '{"a":', "invalid arguments for draw: "],
  ["a wrong type", "meet", '{"who":1}', 'invalid arguments for meet: argument "who" must be a string, got number'],
  ["an unknown tool", "nap", "{}", 'unknown tool "nap"; available tools: meet, draw, fail'],
  ["a failure", "fail", "{}", "the disk is full"],
])("tells the model of %s and goes on", async (_, name, args, message) => {
  const { text, requests } = await run([calls([name, args]), says("I see.")]);
  expect(text).toBe("I see.");
  expect((requests[1]!.body.messages as unknown[])[2]).toEqual({
    role: "tool",
    tool_call_id: "call_0",
    content: expect.stringContaining(message) as unknown,
  });
});

test("a status that is no success is an error with what the provider said", async () => {
  await expect(run([429])).rejects.toThrow(/\/chat\/completions answered 429: .*the stub says no/);
});

test.each([
  ["nothing", { choices: [] }, "no answer"],
  ["half an answer", { choices: [{ finish_reason: "length", message: { content: "Once" } }] }, "token limit"],
])("%s is an error", async (_, answer, message) => {
  await expect(run([answer])).rejects.toThrow(message);
});

test("ends where the model does not", async () => {
  const answers = Array.from({ length: 3 }, () => calls(["draw", "{}"]));
  await expect(run(answers, sampleRegistry(), { maximumTurns: 3 })).rejects.toThrow("not done after 3 turns");
  expect(stub!.requests).toHaveLength(3);
});

test("ends when the signal aborts, also in the middle of a call", async () => {
  const controller = new AbortController();
  const sample = sampleRegistry();
  sample.registry.register({ name: "wait", description: "Waits.", parameters: { type: "object" } }, () => {
    controller.abort();
    return new Promise(() => undefined);
  });
  const running = run([calls(["wait", "{}"]), says("Never.")], sample, { signal: controller.signal });
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  expect(stub!.requests).toHaveLength(1);
});
