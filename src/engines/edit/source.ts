/**
 * A file's text as edits see it: its lines, and a flat form in which every line end is one `\n`. Matching is done in the
 * flat form, so that a selector need not know how a file ends its lines; offsets come back in the real one.
 */
import { lineIndexAt, linesOf, type Line } from '../../core/position';

/** UTF-16 offsets into the real text, half open. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** 1-based, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export class Source {
  readonly text: string;
  /** At least one: an empty text has one empty line, as in the editor. */
  readonly lines: readonly Line[];
  /** The text with `\n` for every line end. */
  readonly flat: string;
  /** Flat offsets behind which the real text is one unit further, ascending. */
  readonly #shifts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const lines = linesOf(text);
    this.lines = lines.length > 0 ? lines : [{ text: '', start: 0, end: '' }];
    this.flat = text.includes('\r') ? text.replace(anyLineEnd, '\n') : text;
    this.#shifts = shiftsOf(lines);
  }

  /** The real offset of a flat one; a line end counts as a whole. */
  real(flat: number): number {
    return flat + countBelow(this.#shifts, flat);
  }

  /** The 1-based number of the line that holds an offset; its line end belongs to it. */
  lineAt(offset: number): number {
    return lineIndexAt(this.lines, offset) + 1;
  }

  position(offset: number): Position {
    const line = this.lineAt(offset);
    return { line, column: offset - this.line(line).start + 1 };
  }

  /** @throws RangeError for a number that is no line's. */
  line(number: number): Line {
    const line = this.lines[number - 1];
    if (line === undefined) throw new RangeError(`There is no line ${number}.`);
    return line;
  }

  /** From the start of the first line to the start of the line after the last; both 1-based. */
  linesSpan(from: number, to: number): Span {
    const last = this.line(to);
    return { start: this.line(from).start, end: last.start + last.text.length + last.end.length };
  }

  /** The numbers of the lines that a span touches. An end at the start of a line does not touch it. */
  linesOf({ start, end }: Span): { readonly from: number; readonly to: number } {
    const from = this.lineAt(start);
    return { from, to: end > start ? this.lineAt(end - 1) : from };
  }
}

/** `\r\n`, `\n` and a lone `\r` each end a line, as in the editor. */
export const anyLineEnd = /\r\n|\n|\r/g;

function shiftsOf(lines: readonly Line[]): readonly number[] {
  const shifts: number[] = [];
  for (const line of lines) {
    if (line.end === '\r\n') shifts.push(line.start + line.text.length - shifts.length);
  }
  return shifts;
}

/** How many of the ascending numbers are smaller than `limit`. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? Infinity) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
