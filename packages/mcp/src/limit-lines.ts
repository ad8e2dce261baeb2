import { Transform } from "node:stream";

const newline = 0x0a;
const openBrace = 0x7b;

/**
 * Passes on the lines that can be messages, each with a newline and in one piece. Drops those that are longer than
 * `maximumBytes` or are no JSON object at first sight: to find that out by parsing costs the SDK a thousand times more.
 */
export function limitLines(maximumBytes: number): Transform {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isDropped = false;

  /** Takes in a part of a line; white space before its first character does not count. */
  const take = (part: Buffer) => {
    let start = 0;
    if (heldBytes === 0) {
      while (start < part.length && isBlank(part[start])) start++;
      if (start === part.length) return;
      isDropped = part[start] !== openBrace;
    }
    heldBytes += part.length - start;
    if (heldBytes > maximumBytes) isDropped = true;
    if (isDropped) held = [];
    else held.push(part.subarray(start));
  };
  /** The line that has ended, or undefined where there is none to pass on. */
  const finish = () => {
    const line = held.length > 0 ? Buffer.concat([...held, Buffer.from([newline])]) : undefined;
    held = [];
    heldBytes = 0;
    return line;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        take(chunk.subarray(start, end));
        const line = finish();
        if (line !== undefined) this.push(line);
        start = end + 1;
      }
      take(chunk.subarray(start));
      callback();
    },
  });
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
