/**
 * How much of an answer is sent. Lines are cut around what matters, pages are lowered until they fit, and the text
 * goes out in parts that Copilot passes on whole.
 */

/** UTF-16 units of a line that are shown; a longer line is cut around its match. */
export const longestLine = 300;

/** Copilot writes a text part of more than 8,192 characters to a file and shows the model only its name. */
const longestPart = 7_900;

/** One token is taken for four bytes of UTF-8. */
export const bytesPerToken = 4;

/**
 * A line cut to `width` UTF-16 units around `hit`, with `…[+n]` for what was left out on a side.
 * Never between the halves of a surrogate pair. A short line comes back as it is.
 */
export function cutLine(text: string, hit = { start: 0, end: 0 }, width = longestLine): string {
  if (text.length <= width) return text;
  const shown = Math.min(hit.end - hit.start, width);
  let start = Math.max(0, Math.min(hit.start - Math.floor((width - shown) / 2), text.length - width));
  let end = start + width;
  if (splitsPair(text, start)) start += 1;
  if (splitsPair(text, end)) end -= 1;
  return `${omitted(start, 'before')}${text.slice(start, end)}${omitted(text.length - end, 'after')}`;
}

/** The largest page, at most `limit`, of which `fits` is true; 1 if none fits, since a page is never empty. */
export function largestFitting(limit: number, fits: (size: number) => boolean): number {
  if (limit <= 1 || fits(limit)) return limit;
  let low = 1;
  let high = limit - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The text in parts of under 8,000 characters, cut at line ends; joined without anything between, they are the text. */
export function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > longestPart) {
    const lineEnd = rest.lastIndexOf('\n', longestPart - 1) + 1;
    let end = lineEnd > 0 ? lineEnd : longestPart;
    if (splitsPair(rest, end)) end -= 1;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  if (rest.length > 0 || parts.length === 0) parts.push(rest);
  return parts;
}

/** Whether a cut before this offset would separate a high surrogate from its low one. */
export function splitsPair(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

function omitted(count: number, side: 'before' | 'after'): string {
  if (count <= 0) return '';
  const note = `[+${count.toLocaleString('en-US')}]`;
  return side === 'before' ? `${note}…` : `…${note}`;
}
