import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What the stand-in for a model says in one reply. */
export interface ScriptedReply {
  /** What it says, as a whole or in pieces. */
  readonly text?: string | readonly string[];
  /** With arguments that are a text as they are, and all else as JSON. */
  readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[];
  /** Leaves the connection open without an end, until the client goes. */
  readonly hang?: true;
  /** Says the text over and over, as pieces or as one line without an end, until the client goes. */
  readonly endless?: "pieces" | "line";
  /** In place of the usual reason for the end. */
  readonly finish?: string;
  /** An event in the stream that tells of an error. */
  readonly failure?: object;
  readonly status?: number;
}

export interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
}

/** Speaks the OpenAI-compatible streaming format on a free port. `reply` is asked for each request, counted from 0. */
export async function startOpenAiServer(
  reply: (request: ChatRequest, count: number) => ScriptedReply | Promise<ScriptedReply>,
): Promise<{ url: string; requests: ChatRequest[]; authorizations: (string | undefined)[] }> {
  const requests: ChatRequest[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    void read(request).then(async (body) => {
      authorizations.push(request.headers.authorization);
      requests.push(body);
      stream(response, await reply(body, requests.length - 1));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests, authorizations };
}

async function read(request: IncomingMessage): Promise<ChatRequest> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as ChatRequest;
}

function stream(response: ServerResponse, reply: ScriptedReply): void {
  const { text, calls = [], hang, endless, finish, failure, status = 200 } = reply;
  if (status !== 200) {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: text ?? "refused", type: "test" } }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta: object, finish: string | null = null, usage?: object) => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    response.write(
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 0, model: "m", choices, usage })}\n\n`,
    );
  };
  if (failure !== undefined) response.write(`data: ${JSON.stringify({ error: failure })}\n\n`);
  const say = () => {
    for (const content of typeof text === "string" ? [text] : (text ?? [])) send({ role: "assistant", content });
  };
  say();
  if (endless === "line") {
    response.write('data: {"id": "');
    const more = () => {
      while (!response.destroyed && response.write(String(text)));
    };
    response.on("drain", more);
    return more();
  }
  if (endless === "pieces") {
    const timer = setInterval(say, 1);
    response.on("close", () => clearInterval(timer));
    return;
  }
  for (const [index, call] of calls.entries()) {
    const whole = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
    const half = Math.floor(whole.length / 2);
    const id = `call-${index}`;
    send({
      tool_calls: [{ index, id, type: "function", function: { name: call.name, arguments: whole.slice(0, half) } }],
    });
    send({ tool_calls: [{ index, function: { arguments: whole.slice(half) } }] });
  }
  if (hang === true) return;
  send({}, finish ?? (calls.length > 0 ? "tool_calls" : "stop"), {
    prompt_tokens: 12,
    completion_tokens: 3,
    total_tokens: 15,
  });
  response.end("data: [DONE]\n\n");
}
