/** The order of paths: component by component, by their UTF-8 bytes, as `rg --sort path` has them. */

/** Compares relative paths with `/`. */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/**
 * A separator comes before every character, so that `a/b` precedes `a.txt`. Surrogates come after everything else,
 * as the four bytes that they stand for do.
 */
function rank(unit: number): number {
  if (unit === 0x2f) return -1;
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
