/** Offsets as lines and columns: lines end as in the editor, which the syntax tree library does not know of. */
import { linesOf, spotAt, type Line } from '../../../core/position';
import type { Span, Spot } from '../types';

export interface LineTable {
  readonly text: string;
  readonly lines: readonly Line[];
  spot(offset: number): Spot;
  span(start: number, end: number): Span;
}

export function lineTable(text: string): LineTable {
  const lines = linesOf(text);
  const spot = (offset: number): Spot => ({ offset, ...spotAt(lines, offset) });
  return { text, lines, spot, span: (start, end) => ({ start: spot(start), end: spot(end) }) };
}
