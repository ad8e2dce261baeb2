/** What text and source code are mostly made of, the most frequent first. All else is rare. */
const frequent = Buffer.from(" etainorslcdupmfhgy.,_()\"'=-;:/bvwk{}[]*\n\t0123456789>xIS");

/** Fewer bytes than this are found by chance too often. */
const minimumLength = 3;

/** The end of a text, from the byte of it on that is likely to be the rarest in other texts. */
export function fromRarestByte(text: Buffer): Buffer {
  let start = 0;
  for (let index = 1; index <= text.length - minimumLength; index++) {
    if (rarity(text[index] ?? 0) > rarity(text[start] ?? 0)) start = index;
  }
  return text.subarray(start);
}

function rarity(byte: number): number {
  const rank = frequent.indexOf(byte);
  return rank === -1 ? frequent.length : rank;
}
