/** Where the lines of a text begin: to go from a position to a line and back. */
export interface TextLines {
  readonly count: number;
  /** The 0-based line that a position is in. */
  lineAt(position: number): number;
  /** Where a line starts, within the text for any number. */
  startOf(line: number): number;
}

const lineFeed = 10;

export function textLines(text: string): TextLines {
  let starts = new Uint32Array(1_024);
  let count = 1;
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) !== lineFeed) continue;
    if (count === starts.length) {
      const larger = new Uint32Array(count * 4);
      larger.set(starts);
      starts = larger;
    }
    starts[count++] = index + 1;
  }
  return {
    count,
    lineAt(position) {
      let [low, high] = [0, count - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= position) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    startOf: (line) => (line >= count ? text.length : (starts[Math.max(0, line)] ?? 0)),
  };
}
