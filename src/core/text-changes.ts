/** Changes of a text as values: made, found between two texts, moved along with what somebody else changes. */
import type { TextChange } from './edits';

/** The text with the changes, which must be ascending and apart. */
export function applied(text: string, changes: readonly TextChange[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const change of changes) {
    parts.push(text.slice(at, change.start), change.text);
    at = change.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** The one change between two texts, without what they share at both ends. Undefined when they are the same. */
export function differenceOf(before: string, after: string): TextChange | undefined {
  return before === after ? undefined : trim(before, { start: 0, end: before.length, text: after });
}

/**
 * The same changes on a later text, in which somebody has changed something elsewhere meanwhile; what comes out is as if
 * ours had come first. Undefined when theirs may touch ours: among equal characters nobody can tell which one is new.
 * @param changes ascending and apart, of `before`
 */
export function rebased(changes: readonly TextChange[], before: string, now: string): readonly TextChange[] | undefined {
  if (before === now) return changes;
  const most = Math.min(before.length, now.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === now.charCodeAt(head)) head += 1;
  let tail = 0;
  while (tail < most && before.charCodeAt(before.length - 1 - tail) === now.charCodeAt(now.length - 1 - tail)) tail += 1;
  const [from, to] = [Math.min(head, before.length - tail), Math.max(head, before.length - tail)];
  const shift = now.length - before.length;
  const moved = changes.map((change) => {
    if (change.end < from) return change;
    return change.start > to ? { ...change, start: change.start + shift, end: change.end + shift } : undefined;
  });
  return moved.includes(undefined) ? undefined : moved.filter((change) => change !== undefined);
}

/** Without what stays the same at both ends; never between the halves of a character or of a `\r\n`. */
export function trim(text: string, change: TextChange): TextChange | undefined {
  const old = text.slice(change.start, change.end);
  if (old === change.text) return undefined;
  const most = Math.min(old.length, change.text.length);
  let head = 0;
  while (head < most && old.charCodeAt(head) === change.text.charCodeAt(head)) head += 1;
  let tail = 0;
  while (tail < most - head && old.charCodeAt(old.length - 1 - tail) === change.text.charCodeAt(change.text.length - 1 - tail)) tail += 1;
  while (head > 0 && (inside(old, head) || inside(change.text, head))) head -= 1;
  while (tail > 0 && (inside(old, old.length - tail) || inside(change.text, change.text.length - tail))) tail -= 1;
  return { start: change.start + head, end: change.end - tail, text: change.text.slice(head, change.text.length - tail) };
}

/** Whether an offset lies inside a character or a `\r\n`. */
function inside(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return (before === 0x0d && after === 0x0a) || (before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff);
}
