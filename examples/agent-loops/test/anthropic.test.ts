import { afterEach, expect, test } from "vitest";
import { runAgent } from "../anthropic.js";
import { png, type Stub, sampleRegistry, startStub } from "./support.js";

let stub: Stub | undefined;
afterEach(() => stub?.close());

async function run(answers: (object | number)[], more = {}) {
  const { registry, turns } = sampleRegistry();
  stub = await startStub(answers);
  const { baseUrl, requests } = stub;
  const text = await runAgent({ registry, baseUrl, apiKey: "key", model: "m", prompt: "Go.", ...more });
  return { text, turns, requests, registry };
}

const says = (...texts: string[]) => ({
  role: "assistant",
  stop_reason: "end_turn",
  content: texts.map((text) => ({ type: "text", text })),
});

const calls = (...list: [name: string, input: unknown][]) => ({
  role: "assistant",
  stop_reason: "tool_use",
  content: [
    { type: "thinking", thinking: "Hm.", signature: "c2ln" },
    ...list.map(([name, input], index) => ({ type: "tool_use", id: `toolu_${index}`, name, input })),
  ],
});

test("sends the prompt and the tools, and gives the text", async () => {
  const { text, requests, registry } = await run([says("Hello, ", "you.")]);
  expect(text).toBe("Hello, you.");
  expect(requests[0]).toMatchObject({
    path: "/messages",
    headers: { "x-api-key": "key", "anthropic-version": "2023-06-01", "content-type": "application/json" },
  });
  expect(requests[0]!.body).toEqual({
    model: "m",
    max_tokens: expect.any(Number) as unknown,
    messages: [{ role: "user", content: "Go." }],
    tools: registry.definitions().map(({ name, description, parameters }) => {
      return { name, description, input_schema: parameters };
    }),
  });
});

test("runs the calls of one reply side by side, as one turn, and answers them in one message", async () => {
  const reply = calls(["meet", { who: "Ada" }], ["meet", { who: "Bob" }]);
  const { text, turns, requests } = await run([reply, calls(["draw", {}]), says("Done.")]);
  expect(text).toBe("Done.");
  const result = (id: string, text: string) => {
    return { type: "tool_result", tool_use_id: id, is_error: false, content: [{ type: "text", text }] };
  };
  expect(requests[1]!.body.messages).toEqual([
    { role: "user", content: "Go." },
    { role: "assistant", content: reply.content },
    { role: "user", content: [result("toolu_0", '{"met":"Ada"}'), result("toolu_1", '{"met":"Bob"}')] },
  ]);
  expect(turns).toHaveLength(3);
  expect(turns[0]).toBe(turns[1]);
  expect(turns[0]).not.toBe(turns[2]);
});

test("shows images and documents", async () => {
  const { requests } = await run([calls(["draw", {}]), says("Nice.")]);
  const data = Buffer.from(png).toString("base64");
  expect((requests[1]!.body.messages as unknown[])[2]).toEqual({
    role: "user",
    content: [
      {
        type: "tool_result",
        tool_use_id: "toolu_0",
        is_error: false,
        content: [
          { type: "text", text: '"drawn"' },
          { type: "image", source: { type: "base64", media_type: "image/png", data } },
          { type: "document", source: { type: "base64", media_type: "application/pdf", data } },
        ],
      },
    ],
  });
});

test.each([
  ["arguments that are no object", "draw", [1], "invalid arguments for draw: "],
  ["a wrong type", "meet", { who: 1 }, 'invalid arguments for meet: argument "who" must be a string, got number'],
  ["an unknown tool", "nap", {}, 'unknown tool "nap"; available tools: meet, draw, fail'],
  ["a failure", "fail", {}, "the disk is full"],
])("tells the model of %s and goes on", async (_, name, input, message) => {
  const { text, requests } = await run([calls([name, input]), says("I see.")]);
  expect(text).toBe("I see.");
  expect((requests[1]!.body.messages as unknown[])[2]).toEqual({
    role: "user",
    content: [
      {
        type: "tool_result",
        tool_use_id: "toolu_0",
        is_error: true,
        content: [{ type: "text", text: expect.stringContaining(message) as unknown }],
      },
    ],
  });
});

test("a status that is no success is an error with what the provider said", async () => {
  await expect(run([529])).rejects.toThrow(/\/messages answered 529: .*the stub says no/);
});

test("a call that was cut at the token limit does not run", async () => {
  await expect(run([{ ...calls(["draw", {}]), stop_reason: "max_tokens" }])).rejects.toThrow("token limit");
});

test("ends where the model does not", async () => {
  const answers = Array.from({ length: 3 }, () => calls(["draw", {}]));
  await expect(run(answers, { maximumTurns: 3 })).rejects.toThrow("not done after 3 turns");
  expect(stub!.requests).toHaveLength(3);
});

test("ends when the signal aborts", async () => {
  await expect(run([says("Never.")], { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});
