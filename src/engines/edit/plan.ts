/** From the changes that are asked for to a file's new text, and to the smallest edits that lead there. */
import type { TextChange } from '../../core/edits';
import { Failure } from '../../core/errors';
import { applied, differenceOf, trim } from '../../core/text-changes';
import type { Source, Span } from './source';
import type { UnitChange } from './units';

/** A change with the caller's name for it, such as `edits[2]`. */
export interface LabelledChange extends UnitChange {
  readonly label: string;
}

export interface TextPlan {
  readonly after: string;
  /** Ascending, apart from each other, each smaller than what was asked where text stays the same. */
  readonly changes: readonly TextChange[];
}

/**
 * All changes refer to the text as it was. A last line that is not terminated stays so: edits by whole lines see it as
 * terminated, and the line end is taken off again.
 * @throws Failure `InvalidEdit` for changes that overlap
 */
export function planText(source: Source, wanted: readonly LabelledChange[], eol: string): TextPlan {
  const { text } = source;
  const end = text.length;
  const open = end > 0 && !/[\r\n]$/.test(text) && wanted.some((change) => change.wholeLines && change.end === end);
  const before = open ? text + eol : text;
  const changes = wanted.map((change) => (open && change.wholeLines ? widened(change, end, before.length) : change));

  const ordered = inOrder(changes);
  refuseOverlaps(source, ordered);
  const whole = applied(before, ordered);
  // In a file of mixed line ends the one that is last now may be of another kind.
  const after = open ? whole.replace(/(?:\r\n|\n|\r)$/, '') : whole;
  return { after, changes: smallest(text, after, ordered) };
}

function widened(change: LabelledChange, end: number, open: number): LabelledChange {
  return { ...change, start: change.start === end ? open : change.start, end: change.end === end ? open : change.end };
}

/** By place; insertions at one place in the order in which they were asked for, before what is replaced there. */
function inOrder(changes: readonly LabelledChange[]): readonly LabelledChange[] {
  return changes
    .map((change, index) => ({ change, index }))
    .sort((a, b) => a.change.start - b.change.start || a.change.end - b.change.end || a.index - b.index)
    .map(({ change }) => change);
}

function refuseOverlaps(source: Source, ordered: readonly LabelledChange[]): void {
  for (const [index, change] of ordered.entries()) {
    const previous = ordered[index - 1];
    if (previous === undefined || previous.end <= change.start) continue;
    throw new Failure('InvalidEdit', {
      what: `${previous.label} (${linesText(source, previous)}) and ${change.label} (${linesText(source, change)}) overlap`,
      next: 'make one edit of them, or separate calls.',
    });
  }
}

function linesText(source: Source, span: Span): string {
  const { from, to } = source.linesOf({ start: Math.min(span.start, source.text.length), end: Math.min(span.end, source.text.length) });
  return from === to ? `line ${from}` : `lines ${from}-${to}`;
}

function smallest(text: string, after: string, ordered: readonly TextChange[]): readonly TextChange[] {
  const merged: TextChange[] = [];
  for (const change of ordered) {
    const last = merged.at(-1);
    if (last !== undefined && last.end === change.start) merged[merged.length - 1] = { start: last.start, end: change.end, text: last.text + change.text };
    else merged.push(change);
  }
  const trimmed = merged.filter((change) => change.end <= text.length).map((change) => trim(text, change)).filter((change) => change !== undefined);
  // Not so where the last line's end was taken off again: then one change says it all.
  if (applied(text, trimmed) === after) return trimmed;
  const whole = differenceOf(text, after);
  return whole === undefined ? [] : [whole];
}
