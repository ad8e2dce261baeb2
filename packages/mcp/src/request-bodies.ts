import type { IncomingMessage } from "node:http";
import type { Refusal } from "./http-gate.js";

const bodiesAtOnce = 4;

/** Reads request bodies as JSON, each within `maximumBytes`, and all that are under way within four times that. */
export function createBodyReader(maximumBytes: number) {
  const tooLarge = { status: 413, message: `a request must not be longer than ${maximumBytes} bytes` };
  const tooMany = { status: 503, message: "too many large requests at once", retryAfter: 1 };
  let underWay = 0;

  return async (request: IncomingMessage): Promise<{ body: unknown } | { refusal: Refusal }> => {
    if (Number(request.headers["content-length"]) > maximumBytes) return { refusal: tooLarge };
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        size += chunk.length;
        underWay += chunk.length;
        if (size > maximumBytes) return { refusal: tooLarge };
        if (underWay > bodiesAtOnce * maximumBytes) return { refusal: tooMany };
        chunks.push(chunk);
      }
      return { body: JSON.parse(Buffer.concat(chunks).toString()) as unknown };
    } catch {
      return { refusal: { status: 400, message: "the body is not JSON" } };
    } finally {
      underWay -= size;
    }
  };
}
