/**
 * The parts of the bytes that are UTF-8, as pairs of offsets, in order: one before, between and after each two bytes that
 * are not, empty where nothing is there.
 */
export function* wellFormedRuns(bytes: Uint8Array): Generator<readonly [start: number, end: number]> {
  let start = 0;
  let position = 0;
  while (position < bytes.length) {
    const length = characterLength(bytes, position);
    if (length > 0) {
      position += length;
    } else {
      yield [start, position];
      start = ++position;
    }
  }
  yield [start, position];
}

/** How many bytes the character at this position takes, or 0 where there is none. */
function characterLength(bytes: Uint8Array, position: number): number {
  const lead = bytes[position] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  const second = bytes[position + 1] ?? 0;
  // Neither overlong forms, nor surrogates, nor anything past U+10FFFF.
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return 0;
  for (let index = 2; index < length; index++) {
    if (((bytes[position + index] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
