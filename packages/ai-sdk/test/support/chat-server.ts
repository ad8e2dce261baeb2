import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ChatMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { name: string; arguments: string } }[];
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[];
}

export type Answer = (response: ServerResponse) => void;

export interface ChatServer {
  readonly baseURL: string;
  readonly requests: ChatRequest[];
  close(): Promise<void>;
}

/** Speaks the OpenAI-compatible streaming format on 127.0.0.1, and gives these answers, one for each request. */
export async function startChatServer(...answers: readonly Answer[]): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const answer = answers[requests.length] ?? failure(500, {});
      requests.push(JSON.parse(body) as ChatRequest);
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A reply that calls tools, its arguments cut into fragments of a few characters, taking turns between the calls. */
export function calls(...toolCalls: readonly { id: string; name: string; arguments: string }[]): Answer {
  const deltas: unknown[] = toolCalls.map(({ id, name }, index) => ({
    tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }],
  }));
  const longest = Math.max(...toolCalls.map((call) => call.arguments.length));
  for (let start = 0; start < longest; start += 3) {
    for (const [index, call] of toolCalls.entries()) {
      const fragment = call.arguments.slice(start, start + 3);
      if (fragment !== "") deltas.push({ tool_calls: [{ index, function: { arguments: fragment } }] });
    }
  }
  return stream(deltas, "tool_calls");
}

export function text(...pieces: readonly string[]): Answer {
  return stream(
    pieces.map((content) => ({ content })),
    "stop",
  );
}

/** Starts a reply and drops the connection in the midst of a call's arguments. */
export function dropped(name: string): Answer {
  return (response) => {
    startStream(response);
    send(
      response,
      { tool_calls: [{ index: 0, id: "c1", type: "function", function: { name, arguments: '{"pa' } }] },
      null,
    );
    setImmediate(() => response.destroy());
  };
}

export function failure(status: number, headers: Record<string, string>): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ error: { message: `status ${status}`, type: "error" } }));
  };
}

function stream(deltas: readonly unknown[], finish: string): Answer {
  return (response) => {
    startStream(response);
    for (const delta of deltas) send(response, delta, null);
    send(response, {}, finish);
    response.end("data: [DONE]\n\n");
  };
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  send(response, { role: "assistant", content: "" }, null);
}

function send(response: ServerResponse, delta: unknown, finish: string | null): void {
  const chunk = {
    id: "r1",
    object: "chat.completion.chunk",
    created: 0,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
