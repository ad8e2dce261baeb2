export interface FindBytesOptions {
  /** The 0-based position from which on occurrences may start. */
  readonly from: number;
  /** Whether an occurrence may begin inside the one before it. */
  readonly overlapping: boolean;
}

/** What a native search may be asked for without a pathological case of its algorithm. */
const probeBytes = 32;
const stepsBetweenPauses = 1 << 17;

/**
 * Where `wanted`, which is not empty, occurs in `bytes`, in ascending order. Takes time in proportion to both lengths
 * whatever they hold (Knuth, Morris, Pratt), while a native search of the first few bytes skips what cannot match.
 * Yields undefined where a caller that must not take long may pause.
 */
export function* findBytes(
  bytes: Buffer,
  wanted: Buffer,
  { from, overlapping }: FindBytesOptions,
): Generator<number | undefined, void> {
  const probe = wanted.subarray(0, probeBytes);
  let borders: Uint32Array | undefined;
  let matched = 0;
  let position = from;
  for (let steps = 1; position < bytes.length; steps++) {
    if (steps % stepsBetweenPauses === 0) yield undefined;
    if (bytes[position] === wanted[matched]) {
      matched++;
      position++;
    } else if (matched === 0) {
      const start = bytes.indexOf(probe, position);
      if (start === -1) return;
      matched = probe.length;
      position = start + matched;
    } else {
      borders ??= bordersOf(wanted);
      matched = borders[matched] ?? 0;
    }
    if (matched === wanted.length) {
      yield position - matched;
      if (overlapping) borders ??= bordersOf(wanted);
      matched = overlapping ? (borders?.[matched] ?? 0) : 0;
    }
  }
}

/** For each length of a beginning of `wanted`, the length of the longest shorter beginning that it ends with. */
function bordersOf(wanted: Buffer): Uint32Array {
  const borders = new Uint32Array(wanted.length + 1);
  let border = 0;
  for (let index = 1; index < wanted.length; index++) {
    while (border > 0 && wanted[index] !== wanted[border]) border = borders[border] ?? 0;
    if (wanted[index] === wanted[border]) border++;
    borders[index + 1] = border;
  }
  return borders;
}
