/** Offsets as lines and columns: lines end as in the editor, which the syntax tree library does not know of. */
import { linesOf, type Line } from '../../../core/position';
import type { Span, Spot } from '../types';

export interface LineTable {
  readonly text: string;
  readonly lines: readonly Line[];
  spot(offset: number): Spot;
  span(start: number, end: number): Span;
}

export function lineTable(text: string): LineTable {
  const lines = linesOf(text);
  const spot = (offset: number): Spot => {
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((lines[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const line = lines[low];
    if (line === undefined) return { offset, line: 1, column: offset + 1 };
    // Behind the last line end there is one more line to stand on.
    const after = line.start + line.text.length + line.end.length;
    if (line.end !== '' && offset >= after) return { offset, line: low + 2, column: offset - after + 1 };
    return { offset, line: low + 1, column: offset - line.start + 1 };
  };
  return { text, lines, spot, span: (start, end) => ({ start: spot(start), end: spot(end) }) };
}
