/**
 * Orders two paths by the bytes of their UTF-8, which is the order of their code points: negative when `a` comes first,
 * 0 when they are equal. JavaScript's own order is by UTF-16 units and puts characters beyond U+FFFF before U+E000.
 */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Moves surrogates, the halves of the characters beyond U+FFFF, behind every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
