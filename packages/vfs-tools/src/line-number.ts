import { lineFeed } from "./find-spans.js";

/** The 1-based number of the line that the byte at `position` is in. */
export function lineNumberAt(bytes: Uint8Array, position: number): number {
  return lineNumbersAt(bytes, [position])[0] ?? 1;
}

/** The same for several positions, in ascending order. */
export function lineNumbersAt(bytes: Uint8Array, positions: readonly number[]): number[] {
  let line = 1;
  let index = 0;
  return positions.map((position) => {
    for (; index < position; index++) if (bytes[index] === lineFeed) line++;
    return line;
  });
}
