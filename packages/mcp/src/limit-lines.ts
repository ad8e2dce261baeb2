import { Transform } from "node:stream";

const newline = 0x0a;
const openBrace = 0x7b;

/**
 * Passes on the lines that can be messages, each with its newline and in one piece. Drops those that are longer than
 * `maximumBytes` or are no JSON object at first sight: to find that out by parsing costs the SDK a thousand times more.
 */
export function limitLines(maximumBytes: number): Transform {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let dropping = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      let start = 0;
      while (start < chunk.length) {
        const end = chunk.indexOf(newline, start);
        const part = chunk.subarray(start, end === -1 ? chunk.length : end + 1);
        if (heldBytes === 0) dropping = part[0] !== openBrace;
        heldBytes += part.length;
        if (!dropping && heldBytes > maximumBytes + 1) {
          dropping = true;
          held = [];
        }
        if (!dropping) held.push(part);
        if (end === -1) break;
        if (!dropping) this.push(held.length === 1 ? part : Buffer.concat(held));
        held = [];
        heldBytes = 0;
        start = end + 1;
      }
      callback();
    },
  });
}
