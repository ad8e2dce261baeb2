import { afterEach, expect, test } from "vitest";
import { runAgent } from "../gemini.js";
import { type Stub, sampleRegistry, startStub } from "./support.js";

let stub: Stub | undefined;
afterEach(() => stub?.close());

async function run(answers: (object | number)[], more = {}) {
  const { registry, turns } = sampleRegistry();
  stub = await startStub(answers);
  const { baseUrl, requests } = stub;
  const text = await runAgent({ registry, baseUrl, apiKey: "key", model: "m", prompt: "Go.", ...more });
  return { text, turns, requests, registry };
}

const answer = (parts: object[]) => ({ candidates: [{ finishReason: "STOP", content: { role: "model", parts } }] });
const says = (text: string) => answer([{ text: "Hm.", thought: true }, { text }]);
const calls = (...list: { id?: string; name: string; args?: unknown }[]) =>
  answer(list.map((functionCall) => ({ functionCall, thoughtSignature: "c2ln" })));

test("sends the prompt and the tools, and gives the text", async () => {
  const { text, requests, registry } = await run([says("Hello.")]);
  expect(text).toBe("Hello.");
  expect(requests[0]).toMatchObject({
    path: "/models/m:generateContent",
    headers: { "x-goog-api-key": "key", "content-type": "application/json" },
  });
  expect(requests[0]!.body).toEqual({
    contents: [{ role: "user", parts: [{ text: "Go." }] }],
    tools: [
      {
        functionDeclarations: registry.definitions().map(({ name, description, parameters }) => {
          return { name, description, parametersJsonSchema: parameters };
        }),
      },
    ],
  });
});

test("runs the calls of one reply side by side, as one turn, with and without an id", async () => {
  const reply = calls({ id: "a", name: "meet", args: { who: "Ada" } }, { name: "meet", args: { who: "Bob" } });
  const { text, turns, requests } = await run([reply, calls({ name: "draw" }), says("Done.")]);
  expect(text).toBe("Done.");
  expect(requests[1]!.body.contents).toEqual([
    { role: "user", parts: [{ text: "Go." }] },
    reply.candidates[0]!.content,
    {
      role: "user",
      parts: [
        { functionResponse: { id: "a", name: "meet", response: { output: '{"met":"Ada"}' } } },
        { functionResponse: { name: "meet", response: { output: '{"met":"Bob"}' } } },
      ],
    },
  ]);
  expect(turns).toHaveLength(3);
  expect(turns[0]).toBe(turns[1]);
  expect(turns[0]).not.toBe(turns[2]);
});

test.each([
  ["arguments that are no object", "draw", [1], "invalid arguments for draw: "],
  ["a wrong type", "meet", { who: 1 }, 'invalid arguments for meet: argument "who" must be a string, got number'],
  ["an unknown tool", "nap", {}, 'unknown tool "nap"; available tools: meet, draw, fail'],
  ["a failure", "fail", {}, "the disk is full"],
])("tells the model of %s and goes on", async (_, name, args, message) => {
  const { text, requests } = await run([calls({ id: "a", name, args }), says("I see.")]);
  expect(text).toBe("I see.");
  expect((requests[1]!.body.contents as unknown[])[2]).toEqual({
    role: "user",
    parts: [{ functionResponse: { id: "a", name, response: { error: expect.stringContaining(message) as unknown } } }],
  });
});

test("a status that is no success is an error with what the provider said", async () => {
  await expect(run([400])).rejects.toThrow(/\/models\/m:generateContent answered 400: .*the stub says no/);
});

test.each([
  ["a prompt that was refused", { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }, "PROHIBITED_CONTENT"],
  ["a call that cannot be read", { candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL" }] }, "MALFORMED_FUNCTION"],
  ["nothing", {}, "no reason"],
])("%s is an error", async (_, given, message) => {
  await expect(run([given])).rejects.toThrow(message);
});

test("ends where the model does not", async () => {
  const answers = Array.from({ length: 3 }, () => calls({ name: "draw" }));
  await expect(run(answers, { maximumTurns: 3 })).rejects.toThrow("not done after 3 turns");
  expect(stub!.requests).toHaveLength(3);
});

test("ends when the signal aborts", async () => {
  await expect(run([says("Never.")], { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});
