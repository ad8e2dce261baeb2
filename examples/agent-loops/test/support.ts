import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createToolRegistry, schema, type ToolRegistry } from "@x/tools";

export interface Request {
  readonly path: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Record<string, unknown>;
}

export interface Stub {
  readonly baseUrl: string;
  /** What was asked so far, in order. */
  readonly requests: readonly Request[];
  close(): Promise<void>;
}

/** A provider on loopback that gives these answers, one a request. A number is a status without an answer. */
export async function startStub(answers: readonly (object | number)[]): Promise<Stub> {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = answers[requests.length] ?? 500;
      const { url: path = "", headers } = request;
      requests.push({ path, headers, body: JSON.parse(body) as Record<string, unknown> });
      response.writeHead(typeof answer === "number" ? answer : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(typeof answer === "number" ? { error: "the stub says no" } : answer));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

export interface Sample {
  readonly registry: ToolRegistry;
  /** The turn of each call that ran, in order. */
  readonly turns: string[];
}

export const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47]);

/** `meet` gives a result only once it runs twice at the same time. */
export function sampleRegistry(): Sample {
  const registry = createToolRegistry();
  const turns: string[] = [];
  const waiting: (() => void)[] = [];
  registry.register(
    { name: "meet", description: "Waits for another.", parameters: schema.object({ who: schema.string("A name.") }) },
    async ({ who }, { turnId }) => {
      turns.push(turnId);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) for (const go of waiting.splice(0)) go();
      });
      return { content: { met: who } };
    },
  );
  registry.register({ name: "draw", description: "Draws.", parameters: schema.object({}) }, (_args, { turnId }) => {
    turns.push(turnId);
    return {
      content: "drawn",
      attachments: [
        { mediaType: "image/png", data: png },
        { mediaType: "application/pdf", data: png },
        { mediaType: "audio/wav", data: png },
      ],
    };
  });
  registry.register({ name: "fail", description: "Fails.", parameters: schema.object({}) }, (_args, { turnId }) => {
    turns.push(turnId);
    throw new Error("the disk is full");
  });
  return { registry, turns };
}
