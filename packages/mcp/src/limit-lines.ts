import { Transform } from "node:stream";

const newline = 0x0a;

/** Passes lines on, each with its newline and in one piece, and drops those that are longer than `maximumBytes`. */
export function limitLines(maximumBytes: number): Transform {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let dropping = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(newline, start);
        const part = chunk.subarray(start, end === -1 ? chunk.length : end + 1);
        heldBytes += part.length;
        if (!dropping && heldBytes > maximumBytes + 1) {
          dropping = true;
          held = [];
        }
        if (!dropping) held.push(part);
        if (end === -1) return callback();
        if (!dropping) this.push(held.length === 1 ? part : Buffer.concat(held));
        held = [];
        heldBytes = 0;
        dropping = false;
        start = end + 1;
      }
    },
  });
}
